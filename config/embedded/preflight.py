"""What has to be true of the machine before anything is started; each fault is one sentence."""

from __future__ import annotations

import fcntl
import os
import socket
from contextlib import closing
from pathlib import Path
from typing import TextIO

HOST = "127.0.0.1"
DEFAULT_PORT = 8000


class CannotRun(Exception):
    """Why the service does not start or go on, in words that say what to do."""


def port_of(text: str) -> int:
    """The port that ``PORT`` names; an empty text is the default. Raises :class:`CannotRun`."""
    if not text.strip():
        return DEFAULT_PORT
    number = text.strip()
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= 65535):
        raise CannotRun(f"PORT={text} is no port; give a number from 1 to 65535: make run PORT=8001.")
    return int(number)


def want_free_port(port: int) -> None:
    """Raises :class:`CannotRun` where ``port`` cannot be listened on."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        # As the web server will do: a port in TIME_WAIT is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except PermissionError as error:
            raise CannotRun(f"Port {port} needs an administrator's rights; take one above 1023.") from error
        except OSError as error:
            other = port + 1 if port < 65535 else DEFAULT_PORT
            raise CannotRun(
                f"Port {port} is in use; stop what uses it, or take another: make run PORT={other}."
            ) from error


def want_writable(folder: Path) -> None:
    """Makes ``folder``, and raises :class:`CannotRun` where nothing can be written into it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / f".trial-{os.getpid()}"
        trial.write_text("")
        trial.unlink()
    except OSError as error:
        raise CannotRun(
            f"The folder {folder} cannot be written ({error.strerror}), and the database has to lie there; "
            "use a copy in a folder of yours, or name another one: make run QUARTERMASTER_VAR=/path/to/folder."
        ) from error


def lock(folder: Path) -> TextIO:
    """Holds ``folder`` for this process as long as the returned file is open. Raises :class:`CannotRun` if held."""
    file = (folder / "running.lock").open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.seek(0)
        holder = file.read().strip() or "another process"
        file.close()
        raise CannotRun(
            f"A Quartermaster runs from the folder {folder} already ({holder}); stop it first, "
            "or name another folder for this one: make run QUARTERMASTER_VAR=/path/to/folder."
        ) from error
    file.truncate(0)
    file.write(f"process {os.getpid()}")
    file.flush()
    return file
