# The served installation: one image for web server, worker and one-off commands.
FROM python:3.12-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/venv
COPY requirements/run.txt /tmp/run.txt
RUN /opt/venv/bin/pip install --requirement /tmp/run.txt

FROM python:3.12-slim
# pg_dump, pg_restore and psql: manage.py backup and restore run them.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --create-home --home-dir /home/quartermaster quartermaster
WORKDIR /app
COPY --from=build /opt/venv /opt/venv
COPY manage.py pyproject.toml NOTICE ./
COPY api api
COPY battle battle
COPY config config
COPY datasheets datasheets
COPY fixtures fixtures
COPY roster roster
COPY website website
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=config.settings.production \
    QUARTERMASTER_VAR=/var/lib/quartermaster
# Static files need no secret, database or broker; the key exists in this one command only.
RUN mkdir -p /var/lib/quartermaster && chown quartermaster /var/lib/quartermaster \
    && SECRET_KEY=only-for-collecting-static-files-never-used-to-sign-a-thing \
       DATABASE_URL=postgres://nobody@localhost/none REDIS_URL=redis://localhost ALLOWED_HOSTS=localhost \
       python manage.py collectstatic --noinput --verbosity 0
USER quartermaster
EXPOSE 8000
# As many as gunicorn is told below: a quarter of them may be streams of events.
ENV WEB_THREADS=8
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=5 \
    CMD ["python", "-m", "config.probe", "web", "http://127.0.0.1:8000"]
CMD ["gunicorn", "config.wsgi:application", "--config", "python:config.gunicorn", "--bind", "0.0.0.0:8000", \
     "--worker-class", "gthread", "--workers", "2", "--threads", "8", "--timeout", "60", \
     "--max-requests", "5000", "--max-requests-jitter", "500", "--no-control-socket"]
