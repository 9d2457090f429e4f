"""Backup and restore of an installation as one file, on SQLite and on PostgreSQL (R-38)."""

from config.backups.archive import BackupFault
from config.backups.backup import back_up
from config.backups.restore import restore

__all__ = ["BackupFault", "back_up", "restore"]
