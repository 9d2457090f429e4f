"""Settings: ``base`` is embedded unless the environment says otherwise."""
