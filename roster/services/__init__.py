"""What people do: hand in batches of lists, keep rosters, have releases compared over them."""

from roster.services.batches import (
    Upload,
    UploadError,
    UploadTooLarge,
    create_batch,
    create_batch_of_texts,
    delete_batch,
    purge_expired,
    uploads_of,
)

__all__ = [
    "Upload",
    "UploadError",
    "UploadTooLarge",
    "create_batch",
    "create_batch_of_texts",
    "delete_batch",
    "purge_expired",
    "uploads_of",
]
