"""What can go wrong in a call, by the error code of the service."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, cast


class DocstewardError(Exception):
    """Base of everything that this package raises."""


class ConnectionFailed(DocstewardError):
    """The service could not be reached, or the connection was lost, after all retries."""


class StreamFailed(DocstewardError):
    """An answer failed after it had begun. The message is for people."""


class ApiError(DocstewardError):
    """The service refused a call. `code` is one of the codes in the API reference."""

    def __init__(self, status: int, problem: Dict[str, Any], retry_after: Optional[float] = None) -> None:
        super().__init__(str(problem.get("error") or f"The service answered {status}."))
        self.status = status
        self.code: Optional[str] = problem.get("code")
        self.details: List[Dict[str, str]] = problem.get("details") or []
        self.request_id: Optional[str] = problem.get("requestId")
        self.retry_after = retry_after


class InvalidRequest(ApiError):
    """400, 413, 415 and 422: a field, parameter, header or body is wrong. `details` names each field."""


class NotAuthenticated(ApiError):
    """401: the key is missing, unknown, expired or revoked."""


class NotAllowed(ApiError):
    """403: the key does not open this operation or project."""


class NotFound(ApiError):
    """404: there is no such project, job or page for this key."""


class Conflict(ApiError):
    """409 and 410: the state of the job or stream does not allow it."""


class RateLimited(ApiError):
    """429: a limit or budget is used up. `retry_after` says for how many seconds."""


class ServiceFailed(ApiError):
    """5xx: the service or the model behind it failed, after all retries."""


_BY_STATUS = {
    400: InvalidRequest,
    401: NotAuthenticated,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    410: Conflict,
    413: InvalidRequest,
    415: InvalidRequest,
    422: InvalidRequest,
    429: RateLimited,
}


def to_error(status: int, problem: Any, retry_after: Optional[float] = None) -> ApiError:
    """Makes the error of a response from its problem document."""
    kind = _BY_STATUS.get(status, ServiceFailed if status >= 500 else ApiError)
    return kind(status, cast("Dict[str, Any]", problem) if isinstance(problem, dict) else {}, retry_after)
