"""Types of the API's bodies and answers. Written from docs/openapi.json: `pnpm openapi`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class RepositoryCredential(TypedDict):
    """For a private repository at a Git server. It is stored encrypted and never returned."""

    knownHosts: NotRequired[str]
    privateKey: NotRequired[str]
    token: NotRequired[str]
    username: NotRequired[str]


class AddSource(TypedDict):
    credential: NotRequired[RepositoryCredential]
    name: str
    ref: NotRequired[str]
    repository: str


HaultReason = Literal["completed", "git_missconfigured", "error"]


Priority = Literal["high", "medium", "low"]


TodoStatus = Literal["pending", "in_progress", "completed", "cancelled"]


class Todo(TypedDict):
    content: str
    id: str
    priority: Priority
    status: TodoStatus


class AgentSession(TypedDict):
    branch: str
    createdAt: str
    haulted: bool
    haultReason: NotRequired[HaultReason]
    messageToUser: str
    pullRequestLink: str
    sessionId: str
    subdomain: str
    title: str
    todos: List[Todo]
    userId: NotRequired[str]


class AgentSessionList(TypedDict):
    allSessions: List[AgentSession]


class Day(TypedDict):
    answered: int
    day: str
    deflected: int
    down: int
    failed: int
    questions: int
    unanswered: int
    up: int


class Totals(TypedDict):
    answered: int
    deflectionShare: Optional[float]
    down: int
    failed: int
    questions: int
    unanswered: int
    unansweredShare: Optional[float]
    up: int


class AnalyticsSummary(TypedDict):
    days: List[Day]
    totals: Totals


class AnswerPiece(TypedDict):
    """A chunk of the chat client library's UI message stream (generation 5 and later)."""

    type: str


Rating = Literal["up", "down"]


class AnswerRating(TypedDict):
    comment: Optional[str]
    messageId: str
    rating: Rating


ContextItemType = Literal["code", "textSelection"]


class ContextItem(TypedDict):
    elementId: NotRequired[Optional[str]]
    path: NotRequired[Optional[str]]
    type: ContextItemType
    value: str


class SearchFilter(TypedDict):
    groups: NotRequired[List[str]]
    language: NotRequired[str]
    path: NotRequired[str]
    tag: NotRequired[str]
    version: NotRequired[str]


class MessagePart(TypedDict):
    text: NotRequired[Any]
    type: str


AgentMessageRole = Literal["system", "user", "assistant"]


class AssistantMessage(TypedDict):
    id: NotRequired[Optional[str]]
    parts: List[MessagePart]
    role: AgentMessageRole


class AskBody(TypedDict):
    context: NotRequired[Optional[List[ContextItem]]]
    currentPath: NotRequired[Optional[str]]
    filter: NotRequired[Optional[SearchFilter]]
    fp: str
    id: NotRequired[Any]
    messages: List[AssistantMessage]
    retrievalPageSize: NotRequired[Optional[int]]
    threadId: NotRequired[Optional[str]]
    trigger: NotRequired[Any]


AssistantMessageV1Role = Literal["system", "user", "assistant", "data"]


class AssistantMessageV1(TypedDict):
    content: NotRequired[Optional[str]]
    id: NotRequired[Optional[str]]
    parts: NotRequired[Optional[List[MessagePart]]]
    role: AssistantMessageV1Role


class AskBodyV1(TypedDict):
    context: NotRequired[Optional[List[ContextItem]]]
    currentPath: NotRequired[Optional[str]]
    filter: NotRequired[Optional[SearchFilter]]
    fp: str
    messages: List[AssistantMessageV1]
    retrievalPageSize: NotRequired[Optional[int]]
    threadId: NotRequired[Optional[str]]


class AutomationBodyCaps(TypedDict):
    jobsPerDay: NotRequired[int]
    usdPerMonth: NotRequired[float]


class FluffyGap(TypedDict):
    """Runs for open gaps that no job works on."""

    age: NotRequired[int]
    count: NotRequired[int]


class FluffyMerge(TypedDict):
    """Runs when the branch of a source moves, if the change makes pages of the docs false."""

    labels: NotRequired[List[str]]
    paths: NotRequired[List[str]]
    source: str


class FluffyPullRequest(TypedDict):
    """Reports on pull requests in a source at GitHub which pages they will make false, as a
    check and a comment. A comment there starts the job.
    """
    labels: NotRequired[List[str]]
    paths: NotRequired[List[str]]
    source: str


class FluffyPush(TypedDict):
    """Runs when the base branch of the docs moves. Merges of Docsteward's pull requests don't
    count.
    """
    paths: NotRequired[List[str]]


class FluffySchedule(TypedDict):
    """Runs at these times. After an outage, missed times run once."""

    cron: str
    timeZone: NotRequired[str]


class AutomationBodyOn(TypedDict):
    gap: NotRequired[FluffyGap]
    manual: NotRequired[bool]
    merge: NotRequired[FluffyMerge]
    pull_request: NotRequired[FluffyPullRequest]
    push: NotRequired[FluffyPush]
    schedule: NotRequired[FluffySchedule]
    webhook: NotRequired[bool]


AutomationBodyQuietHours = TypedDict("AutomationBodyQuietHours", {"from": "str", "timeZone": "NotRequired[str]", "to": "str"})


class AutomationBody(TypedDict):
    asksAuthor: NotRequired[bool]
    caps: NotRequired[AutomationBodyCaps]
    draft: NotRequired[bool]
    labels: NotRequired[List[str]]
    model: NotRequired[str]
    name: str
    on: AutomationBodyOn
    prompt: str
    quietHours: NotRequired[AutomationBodyQuietHours]
    reviewer: NotRequired[str]
    reviewers: NotRequired[List[str]]


class AutomationDefinitionCaps(TypedDict):
    jobsPerDay: NotRequired[int]
    usdPerMonth: NotRequired[float]


class PurpleGap(TypedDict):
    """Runs for open gaps that no job works on."""

    age: int
    count: int


class PurpleMerge(TypedDict):
    """Runs when the branch of a source moves, if the change makes pages of the docs false."""

    labels: NotRequired[List[str]]
    paths: NotRequired[List[str]]
    source: str


class PurplePullRequest(TypedDict):
    """Reports on pull requests in a source at GitHub which pages they will make false, as a
    check and a comment. A comment there starts the job.
    """
    labels: NotRequired[List[str]]
    paths: NotRequired[List[str]]
    source: str


class PurplePush(TypedDict):
    """Runs when the base branch of the docs moves. Merges of Docsteward's pull requests don't
    count.
    """
    paths: NotRequired[List[str]]


class PurpleSchedule(TypedDict):
    """Runs at these times. After an outage, missed times run once."""

    cron: str
    timeZone: str


class AutomationDefinitionOn(TypedDict):
    gap: NotRequired[PurpleGap]
    manual: NotRequired[bool]
    merge: NotRequired[PurpleMerge]
    pull_request: NotRequired[PurplePullRequest]
    push: NotRequired[PurplePush]
    schedule: NotRequired[PurpleSchedule]
    webhook: NotRequired[bool]


AutomationDefinitionQuietHours = TypedDict("AutomationDefinitionQuietHours", {"from": "str", "timeZone": "str", "to": "str"})


class AutomationDefinition(TypedDict):
    asksAuthor: NotRequired[bool]
    caps: NotRequired[AutomationDefinitionCaps]
    draft: NotRequired[bool]
    labels: NotRequired[List[str]]
    model: NotRequired[str]
    name: str
    on: AutomationDefinitionOn
    prompt: str
    quietHours: NotRequired[AutomationDefinitionQuietHours]
    reviewer: NotRequired[str]
    reviewers: NotRequired[List[str]]


class Follow(TypedDict):
    commit: Optional[str]
    source: Optional[str]


class PullRequest(TypedDict):
    number: int
    url: str


class Change(TypedDict):
    base: Optional[str]
    head: str
    pullRequest: Optional[PullRequest]
    source: Optional[str]


State = Literal["waiting", "started", "continued", "reported", "silent", "failed"]


Trigger = Literal["schedule", "merge", "pull_request", "push", "gap", "webhook", "manual"]


class AutomationRun(TypedDict):
    change: Optional[Change]
    createdAt: str
    decidedAt: Optional[str]
    id: str
    jobId: Optional[str]
    reason: Optional[str]
    state: State
    trigger: Trigger


Origin = Literal["file", "api"]


class PullRequests(TypedDict):
    closed: int
    merged: int
    mergeRate: Optional[float]
    opened: int
    openNumber: Optional[int]


class Automation(TypedDict):
    costUsd: float
    createdAt: str
    definition: AutomationDefinition
    follows: List[Follow]
    hasWebhookSecret: bool
    id: str
    jobs: int
    lastRun: Optional[AutomationRun]
    nextRunAt: Optional[str]
    origin: Origin
    pausedAt: Optional[str]
    pausedReason: Optional[str]
    pullRequests: PullRequests
    updatedAt: str


class AutomationList(TypedDict):
    automations: List[Automation]
    problems: List[str]


class AutomationRunList(TypedDict):
    hasMore: bool
    nextCursor: Optional[str]
    runs: List[AutomationRun]


class AutomationSecret(TypedDict):
    secret: str


class CallerStats(TypedDict):
    api: int
    other: int
    total: int
    web: int


class ChangeSource(TypedDict):
    name: NotRequired[str]
    ref: NotRequired[str]


class Page(TypedDict):
    citations: int
    down: int
    path: str
    up: int


class CitedPageList(TypedDict):
    pages: List[Page]


ResolutionStatus = Literal["answered", "unanswered"]


ResponseType = Literal["answer", "clarifying_question"]


class SourceElement(TypedDict):
    title: str
    url: str


class Conversation(TypedDict):
    id: str
    pageUrl: Optional[str]
    query: str
    queryCategory: Optional[str]
    reader: NotRequired[str]
    resolutionStatus: ResolutionStatus
    response: str
    responseType: ResponseType
    sources: List[SourceElement]
    threadId: str
    timestamp: str


class ConversationList(TypedDict):
    conversations: List[Conversation]
    hasMore: bool
    nextCursor: Optional[str]


PurpleRole = Literal["user", "assistant"]


class Message(TypedDict):
    content: str
    createdAt: str
    id: str
    role: PurpleRole


class ConversationThread(TypedDict):
    createdAt: str
    messages: List[Message]
    reader: NotRequired[str]
    threadId: str


class CreateJobBody(TypedDict):
    prompt: str


class AgentMessage(TypedDict):
    content: str
    role: AgentMessageRole


Model = Literal["sonnet", "opus"]


class CreateSessionBody(TypedDict):
    asDraft: NotRequired[bool]
    branch: NotRequired[str]
    messages: List[AgentMessage]
    model: NotRequired[Model]


class FeedbackByPageFeedback(TypedDict):
    code: int
    path: str
    thumbsDown: int
    thumbsUp: int
    total: int


class FeedbackByPage(TypedDict):
    feedback: List[FeedbackByPageFeedback]
    hasMore: bool


SourceEnum = Literal["code_snippet", "contextual", "agent", "thumbs_only"]


FeedbackStatus = Literal["pending", "in_progress", "resolved", "dismissed"]


class FeedbackListFeedback(TypedDict):
    comment: Optional[str]
    contact: None
    createdAt: Optional[str]
    helpful: bool
    id: str
    path: str
    reader: NotRequired[str]
    source: SourceEnum
    status: FeedbackStatus


class FeedbackList(TypedDict):
    feedback: List[FeedbackListFeedback]
    hasMore: bool
    nextCursor: Optional[str]


class GetPageBody(TypedDict):
    path: str


JobEventType = Literal["job.created", "message.received", "job.started", "workspace.opened", "instructions.read", "source.read", "message.taken", "job.titled", "model.replied", "model.switched", "tool.called", "tool.finished", "todos.updated", "checks.finished", "branch.pushed", "pull_request.opened", "pull_request.updated", "pull_request.pushed", "pull_request.merged", "pull_request.closed", "pull_request.reopened", "job.completed", "job.failed", "job.archived", "job.unarchived"]


class JobEvent(TypedDict):
    at: str
    data: Dict[str, Any]
    id: int
    jobId: str
    text: str
    type: JobEventType


class AgentJobSource(TypedDict):
    ref: Optional[str]
    repository: str


AgentJobStatus = Literal["active", "completed", "failed"]


class AgentJob(TypedDict):
    archivedAt: Optional[str]
    createdAt: str
    id: str
    model: str
    prLink: Optional[str]
    queuePosition: NotRequired[int]
    source: AgentJobSource
    status: AgentJobStatus


class JobList(TypedDict):
    hasMore: bool
    jobs: List[AgentJob]
    nextCursor: Optional[str]


class PageContent(TypedDict):
    content: str
    path: str


class PauseAutomationBody(TypedDict):
    isPaused: bool


Code = Literal["invalid_json", "invalid_request", "missing_key", "invalid_key", "expired_key", "invalid_reader_token", "revoked_key", "wrong_key_type", "insufficient_scope", "origin_not_allowed", "ip_not_allowed", "not_found", "method_not_allowed", "conflict", "job_archived", "job_not_cancellable", "idempotency_in_progress", "stream_expired", "payload_too_large", "unsupported_media_type", "idempotency_mismatch", "rate_limited", "quota_exceeded", "budget_exceeded", "internal", "upstream_error", "unavailable"]


class Detail(TypedDict):
    message: str
    path: str


Problem = TypedDict("Problem", {"code": "Code", "detail": "str", "details": "NotRequired[List[Detail]]", "error": "str", "requestId": "str", "status": "int", "title": "str", "type": "str", "violated-policies": "NotRequired[List[str]]"})


class RateAnswerBody(TypedDict):
    comment: NotRequired[Optional[str]]
    messageId: str
    rating: Rating


class RemovedAutomation(TypedDict):
    id: str


class RemovedSource(TypedDict):
    name: str


class SearchBody(TypedDict):
    currentPath: NotRequired[str]
    filter: NotRequired[SearchFilter]
    pageSize: NotRequired[int]
    query: str
    scoreThreshold: NotRequired[float]


class SearchClick(TypedDict):
    path: str


class SearchClickBody(TypedDict):
    path: str
    query: str


class FacetValue(TypedDict):
    count: int
    value: str


class Facets(TypedDict):
    """Pages with words of the query, by what they can be narrowed by. At most 50 values each."""

    language: List[FacetValue]
    section: List[FacetValue]
    version: List[FacetValue]


class TextRange(TypedDict):
    """From `start` until before `end`, in UTF-16 code units."""

    end: int
    start: int


class Highlights(TypedDict):
    """What was found in `metadata.title`, `metadata.heading` and `excerpt`."""

    excerpt: List[TextRange]
    heading: List[TextRange]
    title: List[TextRange]


class FoundPageMetadata(TypedDict):
    commit: str
    file: str
    heading: Optional[str]
    score: float
    title: str
    updatedAt: Optional[str]
    url: str


class FoundPage(TypedDict):
    excerpt: str
    highlights: Highlights
    metadata: FoundPageMetadata
    path: str


class SearchPage(TypedDict):
    facets: Facets
    results: List[FoundPage]


class SearchResultMetadata(TypedDict):
    commit: str
    file: str
    heading: Optional[str]
    score: float
    title: str
    updatedAt: Optional[str]
    url: str


class SearchResult(TypedDict):
    content: str
    metadata: SearchResultMetadata
    path: str


class Search(TypedDict):
    ctr: float
    hits: int
    lastSearchedAt: str
    searchQuery: str
    topClickedPage: Optional[str]


class SearchTermList(TypedDict):
    nextCursor: Optional[str]
    searches: List[Search]
    totalSearches: int


class SendMessageBody(TypedDict):
    prompt: str


class Header(TypedDict):
    isRequired: bool
    isSecret: bool
    name: str


RemoteType = Literal["streamable-http"]


class Remote(TypedDict):
    headers: NotRequired[List[Header]]
    supportedProtocolVersions: List[str]
    type: RemoteType
    url: str


ServerCard = TypedDict("ServerCard", {"$schema": "str", "description": "str", "name": "str", "remotes": "List[Remote]", "title": "str", "version": "str", "websiteUrl": "NotRequired[str]"})


class LastRead(TypedDict):
    at: str
    commit: Optional[str]
    error: Optional[str]


class Source(TypedDict):
    createdAt: str
    lastRead: Optional[LastRead]
    name: str
    ref: str
    repository: str


class SourceList(TypedDict):
    sources: List[Source]


class Suggestion(TypedDict):
    heading: Optional[str]
    highlights: List[TextRange]
    path: str
    text: str
    title: str
    url: str


class SuggestionList(TypedDict):
    suggestions: List[Suggestion]


class Topic(TypedDict):
    down: int
    id: str
    lastAskedAt: str
    question: str
    questions: int
    unanswered: int


class TopicList(TypedDict):
    topics: List[Topic]


class TriggeredAutopilot(TypedDict):
    jobId: str
    success: bool


class TriggeredWorkflow(TypedDict):
    instanceId: str
    jobId: str
    schemaId: str


class Starter(TypedDict):
    path: Optional[str]
    question: str


class Tool(TypedDict):
    link: Optional[str]
    name: str
    text: Optional[str]


class WidgetConfig(TypedDict):
    contact: Optional[str]
    domain: str
    greeting: Optional[str]
    starters: List[Starter]
    title: Optional[str]
    tools: List[Tool]
