"""Client of Docsteward: agent jobs that open pull requests, and an assistant that answers from documentation."""

from .client import Answer, Client
from .errors import (
    ApiError,
    Conflict,
    ConnectionFailed,
    DocstewardError,
    InvalidRequest,
    NotAllowed,
    NotAuthenticated,
    NotFound,
    RateLimited,
    ServiceFailed,
    StreamFailed,
)

__all__ = [
    "Answer",
    "ApiError",
    "Client",
    "Conflict",
    "ConnectionFailed",
    "DocstewardError",
    "InvalidRequest",
    "NotAllowed",
    "NotAuthenticated",
    "NotFound",
    "RateLimited",
    "ServiceFailed",
    "StreamFailed",
]
