"""The API as methods, with helpers that follow jobs and read answers."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, cast

from .errors import ConnectionFailed, StreamFailed
from .transport import Transport, new_idempotency_key, path_of, read_events

if TYPE_CHECKING:
    from . import types


class Client:
    """Calls a Docsteward service.

    Agent operations need an admin key, assistant operations an assistant key. Calls that may be repeated are retried
    when the service asks for it or can't be reached.
    """

    def __init__(
        self, base_url: str, api_key: Optional[str] = None, *, timeout: float = 60.0, max_retries: int = 3
    ) -> None:
        self.transport = Transport(base_url, api_key, timeout, max_retries)

    def request(self, method: str, path: str, **options: Any) -> Any:
        """Calls any operation of the API reference that answers with JSON: `query`, `body` and `headers` are optional."""
        return self.transport.json(method, path, **options)

    # Jobs

    def create_job(self, project_id: str, prompt: str, *, idempotency_key: Optional[str] = None, **body: Any) -> types.AgentJob:
        """Starts a job. It is created once, also when the call is retried."""
        path = path_of("/v2/agent/{project_id}/job", project_id=project_id)
        return cast("types.AgentJob", self._create(path, {"prompt": prompt, **body}, idempotency_key))

    def send_message(
        self, project_id: str, job_id: str, prompt: str, *, idempotency_key: Optional[str] = None
    ) -> types.AgentJob:
        """Sends a follow-up to a job."""
        path = path_of("/v2/agent/{project_id}/job/{id}/message", project_id=project_id, id=job_id)
        return cast("types.AgentJob", self._create(path, {"prompt": prompt}, idempotency_key))

    def _create(self, path: str, body: Mapping[str, Any], idempotency_key: Optional[str]) -> Any:
        headers = {"Idempotency-Key": idempotency_key or new_idempotency_key()}
        return self.transport.json("POST", path, body=body, headers=headers, is_repeatable=True)

    def get_job(self, project_id: str, job_id: str) -> types.AgentJob:
        """Reads a job."""
        return cast("types.AgentJob", self.transport.json("GET", self._job(project_id, job_id)))

    def list_jobs(self, project_id: str, **query: Any) -> Iterator[types.AgentJob]:
        """Yields all jobs, newest first, and fetches further pages when they are needed."""
        path = path_of("/v2/agent/{project_id}/jobs", project_id=project_id)
        cursor: Optional[str] = None
        while True:
            page = self.transport.json("GET", path, query={**query, "cursor": cursor})
            yield from cast("List[types.AgentJob]", page["jobs"])
            cursor = page["nextCursor"]
            if not page["hasMore"]:
                return

    def cancel_job(self, project_id: str, job_id: str) -> types.AgentJob:
        """Cancels a job that is active."""
        return cast("types.AgentJob", self.transport.json("POST", f"{self._job(project_id, job_id)}/cancel"))

    def archive_job(self, project_id: str, job_id: str) -> types.AgentJob:
        """Archives a job; it takes no more messages."""
        return cast("types.AgentJob", self.transport.json("POST", f"{self._job(project_id, job_id)}/archive"))

    def unarchive_job(self, project_id: str, job_id: str) -> types.AgentJob:
        """Takes a job out of the archive."""
        return cast("types.AgentJob", self.transport.json("POST", f"{self._job(project_id, job_id)}/unarchive"))

    def _job(self, project_id: str, job_id: str) -> str:
        return path_of("/v2/agent/{project_id}/job/{id}", project_id=project_id, id=job_id)

    def wait_for_job(
        self, project_id: str, job_id: str, *, timeout: float = 3_600.0, interval: float = 2.0
    ) -> types.AgentJob:
        """Polls until the job is completed or failed. Raises `TimeoutError` when that takes too long."""
        ends = time.monotonic() + timeout
        while True:
            job = self.get_job(project_id, job_id)
            if job["status"] != "active":
                return job
            if time.monotonic() + interval > ends:
                raise TimeoutError(f"Job {job_id} is still active after {timeout:g} seconds.")
            time.sleep(interval)

    def follow_job(self, project_id: str, job_id: str, *, last_event_id: int = 0) -> Iterator[types.JobEvent]:
        """Yields a job's events as they happen, each once, until the job has ended. A lost connection is opened again."""
        path = f"{self._job(project_id, job_id)}/events"
        losses = 0
        while True:
            headers = {"Last-Event-ID": str(last_event_id)} if last_event_id else {}
            try:
                with self.transport.open("GET", path, headers=headers) as response:
                    for event in read_events(response):
                        losses = 0
                        known = cast("types.JobEvent", json.loads(event.data))
                        last_event_id = int(event.id or last_event_id)
                        yield known
                # The service closes a stream for a while, too, when it restarts.
                if self.get_job(project_id, job_id)["status"] != "active":
                    return
            except ConnectionFailed:
                losses += 1
                if losses > 5:
                    raise
            time.sleep(min(8.0, 0.5 * 2**losses))

    # Assistant

    def ask(self, domain: str, question: str, **options: Any) -> Answer:
        """Asks the assistant. Iterate over the answer to read its text as it is written."""
        return Answer(self, domain, question, options)

    def rate_answer(
        self, domain: str, message_id: str, rating: str, comment: Optional[str] = None
    ) -> types.AnswerRating:
        """Rates an answer `up` or `down`."""
        body: Dict[str, Any] = {"messageId": message_id, "rating": rating}
        if comment is not None:
            body["comment"] = comment
        path = path_of("/discovery/v2/assistant/{domain}/feedback", domain=domain)
        return cast("types.AnswerRating", self.transport.json("POST", path, body=body, is_repeatable=True))

    def search(self, domain: str, query: str, **body: Any) -> List[types.SearchResult]:
        """Finds pages, best first."""
        path = path_of("/discovery/v1/search/{domain}", domain=domain)
        found = self.transport.json("POST", path, body={"query": query, **body}, is_repeatable=True)
        return cast("List[types.SearchResult]", found)

    def get_page(self, domain: str, path: str) -> types.PageContent:
        """Reads a page as Markdown."""
        url = path_of("/discovery/v1/page/{domain}", domain=domain)
        return cast("types.PageContent", self.transport.json("POST", url, body={"path": path}, is_repeatable=True))


class Answer:
    """An answer under way. Iterating yields its text; the other fields are complete when that has ended."""

    def __init__(self, client: Client, domain: str, question: str, options: Mapping[str, Any]) -> None:
        message = {"id": "1", "role": "user", "parts": [{"type": "text", "text": question}]}
        self._body = {"fp": "anonymous", **options, "messages": [*options.get("messages", []), message]}
        self._client = client
        self._path = path_of("/discovery/v2/assistant/{domain}/message", domain=domain)
        self.thread_id: Optional[str] = None
        self.message_id: Optional[str] = None
        self.text = ""
        #: How far the docs answer the question; None until that is known.
        self.category: Optional[str] = None
        self.sources: List[Dict[str, Any]] = []

    def __iter__(self) -> Iterator[str]:
        for chunk in self.chunks():
            if chunk["type"] == "text-delta":
                yield chunk["delta"]

    def read(self) -> str:
        """Reads the answer to its end, and returns its text."""
        for _ in self:
            pass
        return self.text

    def chunks(self) -> Iterator[Dict[str, Any]]:
        """Yields each chunk of the UI message stream. Raises `StreamFailed` when the answer fails on its way."""
        with self._client.transport.open("POST", self._path, body=self._body) as response:
            for event in read_events(response):
                if event.data == "[DONE]":
                    return
                chunk = cast("Dict[str, Any]", json.loads(event.data))
                self._note(chunk)
                yield chunk

    def _note(self, chunk: Dict[str, Any]) -> None:
        kind = chunk["type"]
        if kind == "start":
            self.message_id = chunk.get("messageId")
        if kind in ("start", "finish"):
            metadata = cast("Dict[str, Any]", chunk.get("messageMetadata") or {})
            self.thread_id = metadata.get("threadId", self.thread_id)
        elif kind == "text-delta":
            self.text += chunk["delta"]
        elif kind == "data-source":
            others = [source for source in self.sources if source["number"] != chunk["data"]["number"]]
            self.sources = sorted([*others, chunk["data"]], key=lambda source: cast(int, source["number"]))
        elif kind == "data-outcome":
            self.category = chunk["data"]["category"]
        elif kind == "error":
            raise StreamFailed(chunk["errorText"])
