"""HTTP with the standard library: retries, JSON and server-sent events."""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional

from .errors import ConnectionFailed, to_error

_RETRIED = {429, 502, 503, 504}
_MAX_DELAY = 60.0
_LOST = (urllib.error.URLError, http.client.HTTPException, ConnectionError, TimeoutError)


class Event(NamedTuple):
    """One server-sent event; `id` is empty for streams without ids."""

    id: str
    data: str


class Transport:
    """Sends calls with one key. A call that may be repeated is retried after the delay that the service asks for."""

    def __init__(self, base_url: str, api_key: Optional[str], timeout: float, max_retries: int) -> None:
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._max_retries = max_retries
        # A redirect would take the key to another place.
        self._opener = urllib.request.build_opener(_NoRedirect)

    def json(self, method: str, path: str, **options: Any) -> Any:
        """Calls an operation that answers with JSON."""
        with self.open(method, path, **options) as response:
            text = response.read()
        return json.loads(text) if text else None

    def text(self, method: str, path: str, **options: Any) -> str:
        """Calls an operation that answers with text."""
        with self.open(method, path, **options) as response:
            return response.read().decode("utf-8")

    def open(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
        is_repeatable: Optional[bool] = None,
    ) -> Any:
        """Opens the response of a call, for streams. Close it, or use it in a `with` statement."""
        request = self._request(method, path, query, body, headers)
        may_repeat = method == "GET" if is_repeatable is None else is_repeatable
        for attempt in range(self._max_retries + 1):
            is_last = attempt == self._max_retries
            try:
                return self._opener.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as refused:
                retry_after = _seconds(refused.headers.get("Retry-After"))
                # What was refused for a limit was not done, so it can be repeated in any case.
                is_retried = refused.code in _RETRIED and (may_repeat or refused.code in (429, 503))
                if is_last or not is_retried or (retry_after or 0) > _MAX_DELAY:
                    with refused:
                        raise to_error(refused.code, _problem(refused), retry_after) from None
                refused.close()
                time.sleep(_delay(attempt) if retry_after is None else retry_after)
            except _LOST as lost:
                if is_last or not may_repeat:
                    reason = getattr(lost, "reason", lost)
                    raise ConnectionFailed(f"{self._base_url} could not be reached: {reason}") from lost
                time.sleep(_delay(attempt))
        raise AssertionError("unreachable")

    def _request(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]],
        body: Optional[Mapping[str, Any]],
        headers: Optional[Mapping[str, str]],
    ) -> urllib.request.Request:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        search = f"?{urllib.parse.urlencode(given)}" if given else ""
        data = None if body is None else json.dumps(body).encode("utf-8")
        sent: Dict[str, str] = {"Accept": "application/json, text/event-stream, */*", **(headers or {})}
        if self._api_key is not None:
            sent["Authorization"] = f"Bearer {self._api_key}"
        if data is not None:
            sent["Content-Type"] = "application/json"
        return urllib.request.Request(f"{self._base_url}{path}{search}", data=data, headers=sent, method=method)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_options: Any) -> None:
        return None


def path_of(template: str, **values: str) -> str:
    """Fills a path's parameters."""
    return template.format(**{name: urllib.parse.quote(value, safe="") for name, value in values.items()})


def new_idempotency_key() -> str:
    """Makes a call that creates something repeatable."""
    return str(uuid.uuid4())


def read_events(response: Any) -> Iterator[Event]:
    """Reads server-sent events until the stream ends. A connection that is lost on the way raises `ConnectionFailed`."""
    event_id = ""
    data: List[str] = []
    try:
        for raw in _lines(response):
            line = raw.decode("utf-8").rstrip("\r")
            if line == "":
                if data:
                    yield Event(event_id, "\n".join(data))
                data = []
                continue
            field, _, value = line.partition(":")
            value = value[1:] if value.startswith(" ") else value
            if field == "data":
                data.append(value)
            elif field == "id":
                event_id = value
    except _LOST as lost:
        raise ConnectionFailed(f"The stream was interrupted: {lost}") from lost


def _lines(response: Any) -> Iterator[bytes]:
    # `readline` takes a connection that is lost in the middle for the end of the stream.
    rest = b""
    while True:
        piece = response.read1(65_536)
        if not piece:
            return
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines


def _problem(refused: urllib.error.HTTPError) -> Any:
    try:
        return json.loads(refused.read())
    except (ValueError, *_LOST):
        return {}


def _seconds(header: Optional[str]) -> Optional[float]:
    return float(header) if header is not None and header.isascii() and header.isdigit() else None


def _delay(attempt: int) -> float:
    return min(_MAX_DELAY, 0.5 * 2**attempt) * random.uniform(0.5, 1.0)
