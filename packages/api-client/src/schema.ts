// Long because it is written from docs/openapi.json: `pnpm openapi`.
export interface paths {
    "/discovery/v1/assistant/{domain}/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the assistant (version 1)
         * @deprecated
         * @description Answers a question as a stream that generation 4 of the chat client library reads, with its stream protocol set to `data` and `sendExtraMessageFields` to true. The `threadId` comes as a data event of the type `finish`.
         */
        post: operations["askAssistantV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/v1/page/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a page of a documentation site
         * @description Gives a page as Markdown, at the commit that searches and answers are made from.
         */
        post: operations["getSitePage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/v1/search/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search a documentation site
         * @description Finds the pages of the site that fit a question, best first, one entry a page with its best passage. A question without a word that any page knows finds nothing.
         */
        post: operations["searchSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/v1/site/{domain}/llms-full.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The site's llms-full.txt
         * @description The Markdown of every page of the site, one after the other, each below its title and address.
         */
        get: operations["getLlmsFull"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/v1/site/{domain}/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The site's llms.txt
         * @description Every page of the site with its address and description, by group, in the form that language models are given (llmstxt.org).
         */
        get: operations["getLlmsIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/v2/assistant/{domain}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rate an answer
         * @description Keeps what a reader thinks of an answer. The newest rating counts.
         */
        post: operations["rateAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/v2/assistant/{domain}/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the assistant
         * @description Answers a question from the pages of the site, as a stream that generation 5 and later of the chat client library reads. Its `start` and `finish` carry the `threadId` in `messageMetadata`; a caller whose body has neither `id` nor `trigger` gets it as `finish.threadId`, too. Each page that the answer cites comes as a `source-url`. What fails before the model's first part is an error of its own; after it, it is an `error` chunk, and the end.
         */
        post: operations["askAssistant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/v2/assistant/{domain}/message/{chatId}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Take up an answer again
         * @description The answer that runs in a chat client's conversation, from its beginning: for a client that lost it, or whose page was loaded again. Status 204 without a body when there is none: nothing runs, or the last answer was read to its end. Only with the key that asked.
         */
        get: operations["resumeAnswer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Model Context Protocol server of a documentation site
         * @description Streamable HTTP without sessions, for agents and editors that speak the Model Context Protocol. One message a request: batches, which the protocol has given up, are refused. Its tools are `search` and `get_page`, with the fields of the operations of the same purpose.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/{projectId}/job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create agent job (version 1)
         * @deprecated
         * @description Starts a background agent and streams what it does as plain text, until the job rests. Leaving the stream stops nothing: read the session later under the id in `X-Session-Id`.
         */
        post: operations["createAgentSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/{projectId}/job/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get agent job (version 1)
         * @deprecated
         * @description A job as a session, whichever version it was made with.
         */
        get: operations["getAgentSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/{projectId}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agent jobs (version 1)
         * @deprecated
         * @description The project's jobs as sessions, newest first, whichever version they were made with.
         */
        get: operations["listAgentSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create agent job
         * @description Starts a background agent on the project's repository. Poll the job until its status is `completed` or `failed`; `prLink` then holds the pull request, or null when no file was changed.
         */
        post: operations["createAgentJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get agent job
         * @description The job as it stands now. This is the operation to poll.
         */
        get: operations["getAgentJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive agent job
         * @description Sets `archivedAt`; the status stays. An archived job takes no messages. Archiving twice changes nothing.
         */
        post: operations["archiveAgentJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel agent job
         * @description Ends an active job: it becomes `failed` and leaves no pull request of this run behind. Refused with `job_not_cancellable` when it has ended.
         */
        post: operations["cancelAgentJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the events of an agent job
         * @description Server-sent events with numeric ids, the past ones first. Reconnect with `Last-Event-ID` to go on behind the last one seen; 410 `stream_expired` when those events are no longer kept. A comment is sent every 15 seconds. The stream ends after the event that ends the job.
         */
        get: operations["followAgentJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send follow-up message to an agent job
         * @description Adds an instruction to a job, also while it works or after it ended. The job becomes `active` again and goes on with the same branch and pull request. Refused with `job_archived` when the job is archived.
         */
        post: operations["sendAgentMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/job/{id}/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an agent job out of the archive
         * @description Clears `archivedAt`. Does nothing to a job that is not archived.
         */
        post: operations["unarchiveAgentJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List agent jobs
         * @description The project's jobs, newest first, a page at a time. Pass `nextCursor` back as `cursor` for the next page.
         */
        get: operations["listAgentJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AgentJob: {
            archivedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Unique identifier of the agent job. */
            id: string;
            /** @description The model used for the job; `offline` when no provider is configured. */
            model: string;
            /** @description Pull request. Null while the job is active, and when no file was changed. */
            prLink: string | null;
            source: {
                /** @description Branch the job starts from. */
                ref: string | null;
                /** @description Full URL of the repository; `file:///…` for one on the server itself. */
                repository: string;
            };
            /** @enum {string} */
            status: "active" | "completed" | "failed";
        };
        AgentMessage: {
            content: string;
            /**
             * @description A system message adds to the service's own instructions and never replaces them.
             * @enum {string}
             */
            role: "system" | "user" | "assistant";
        };
        AgentSession: {
            /** @description The branch with the changes; empty until it is known. */
            branch: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Whether the agent has stopped working. */
            haulted: boolean;
            /**
             * @description Left out while the agent works.
             * @enum {string}
             */
            haultReason?: "completed" | "git_missconfigured" | "error";
            /** @description What came of it, for the person who asked. */
            messageToUser: string;
            /** @description Empty until there is one, and when no file was changed. */
            pullRequestLink: string;
            /** @description The job's id, the same in version 2. */
            sessionId: string;
            /** @description Domain identifier of the documentation site. */
            subdomain: string;
            title: string;
            todos: {
                content: string;
                id: string;
                /** @enum {string} */
                priority: "high" | "medium" | "low";
                /** @enum {string} */
                status: "pending" | "in_progress" | "completed" | "cancelled";
            }[];
            /** @description Who made the key that was used, when that is known. */
            userId?: string;
        };
        AgentSessionList: {
            allSessions: components["schemas"]["AgentSession"][];
        };
        /** @description A chunk of the chat client library's stream protocol, generation 5 and later. */
        AnswerPiece: {
            type: string;
        } & {
            [key: string]: unknown;
        };
        AnswerRating: {
            comment: string | null;
            messageId: string;
            /** @enum {string} */
            rating: "up" | "down";
        };
        AskBody: {
            /** @description What the reader looks at. At most 20 items. */
            context?: components["schemas"]["ContextItem"][] | null;
            /** @description Path of the page that the reader sees: what is near it comes first. */
            currentPath?: string | null;
            /** @description Which pages may answer. */
            filter?: components["schemas"]["SearchFilter"] | null;
            /** @description Who asks: `anonymous`, or an identifier that is unique to the user. Threads belong to it. */
            fp: string;
            /** @description A chat client's own id of the conversation, to come back to its stream by. */
            id?: unknown;
            /** @description The conversation, the question last. At most 100 messages. The newest alone is enough in a thread. */
            messages: components["schemas"]["AssistantMessage"][];
            /** @description How many pages are retrieved for the answer; 5 is recommended. */
            retrievalPageSize?: number | null;
            /** @description The thread that the question joins, as the answer before it told it. Without one a thread is begun. */
            threadId?: string | null;
            /** @description What a chat client sends for. */
            trigger?: unknown;
        };
        AskBodyV1: {
            /** @description What the reader looks at. At most 20 items. */
            context?: components["schemas"]["ContextItem"][] | null;
            /** @description Path of the page that the reader sees: what is near it comes first. */
            currentPath?: string | null;
            /** @description Which pages may answer. */
            filter?: components["schemas"]["SearchFilter"] | null;
            /** @description Who asks: `anonymous`, or an identifier that is unique to the user. Threads belong to it. */
            fp: string;
            /** @description The conversation, the question last. At most 100 messages. The newest alone is enough in a thread. */
            messages: components["schemas"]["AssistantMessageV1"][];
            /** @description How many pages are retrieved for the answer; 5 is recommended. */
            retrievalPageSize?: number | null;
            /** @description The thread that the question joins, as the answer before it told it. Without one a thread is begun. */
            threadId?: string | null;
        };
        AssistantMessage: {
            /** @description The message's id, as the client made it. */
            id?: string | null;
            parts: components["schemas"]["MessagePart"][];
            /**
             * @description A `system` message is a note on where and to whom the assistant answers; it changes none of its rules.
             * @enum {string}
             */
            role: "system" | "user" | "assistant";
        };
        AssistantMessageV1: {
            /** @description The message's text. */
            content?: string | null;
            id?: string | null;
            parts?: components["schemas"]["MessagePart"][] | null;
            /** @enum {string} */
            role: "system" | "user" | "assistant" | "data";
        };
        ContextItem: {
            /** @description Id of the element of the page that holds it. */
            elementId?: string | null;
            /** @description Path of the file or page that it is from. */
            path?: string | null;
            /**
             * @description What it is: code, or text that the reader selected.
             * @enum {string}
             */
            type: "code" | "textSelection";
            /** @description The code or the text. At most 20,000 characters. */
            value: string;
        };
        CreateJobBody: {
            /** @description The instruction for the agent. */
            prompt: string;
        };
        CreateSessionBody: {
            /**
             * @description Whether the pull request opens as a draft.
             * @default false
             */
            asDraft?: boolean;
            /** @description Branch to work on: one that exists is continued, one that does not is made. Never the default or a protected one. Named after the messages when left out. */
            branch?: string;
            /** @description The last one, system messages aside, is the user's: it says what to do. */
            messages: components["schemas"]["AgentMessage"][];
            /**
             * @default sonnet
             * @enum {string}
             */
            model?: "sonnet" | "opus";
        };
        GetPageBody: {
            /** @description The page: its path on the site (`/guide/ssr`, with or without slashes around it, `.md` or an anchor), its address, or its file in the repository. */
            path: string;
        };
        JobEvent: {
            /** Format: date-time */
            at: string;
            data: {
                [key: string]: unknown;
            };
            id: number;
            jobId: string;
            text: string;
            /** @enum {string} */
            type: "job.created" | "message.received" | "job.started" | "workspace.opened" | "message.taken" | "job.titled" | "model.replied" | "tool.called" | "tool.finished" | "todos.updated" | "checks.finished" | "branch.pushed" | "pull_request.opened" | "pull_request.updated" | "pull_request.pushed" | "pull_request.merged" | "pull_request.closed" | "pull_request.reopened" | "job.completed" | "job.failed" | "job.archived" | "job.unarchived";
        };
        JobList: {
            hasMore: boolean;
            jobs: components["schemas"]["AgentJob"][];
            nextCursor: string | null;
        };
        MessagePart: {
            /** @description The text of a part of the type `text`. */
            text?: unknown;
            /** @description `text`; parts of every other type are left aside. */
            type: string;
        } & {
            [key: string]: unknown;
        };
        PageContent: {
            /** @description The page as Markdown, without front matter and imports. */
            content: string;
            /** @description The page's path on the site. */
            path: string;
        };
        Problem: {
            /** @enum {string} */
            code: "invalid_json" | "invalid_request" | "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "wrong_key_type" | "insufficient_scope" | "origin_not_allowed" | "ip_not_allowed" | "not_found" | "method_not_allowed" | "conflict" | "job_archived" | "job_not_cancellable" | "idempotency_in_progress" | "stream_expired" | "payload_too_large" | "unsupported_media_type" | "idempotency_mismatch" | "rate_limited" | "quota_exceeded" | "budget_exceeded" | "internal" | "upstream_error" | "unavailable";
            detail: string;
            details?: {
                message: string;
                path: string;
            }[];
            /** @description One plain sentence: what is wrong and what to do. */
            error: string;
            requestId: string;
            status: number;
            title: string;
            type: string;
            "violated-policies"?: string[];
        };
        RateAnswerBody: {
            /** @description What the reader adds. */
            comment?: string | null;
            /** @description Id of the answer, as its stream tells it first. */
            messageId: string;
            /** @enum {string} */
            rating: "up" | "down";
        };
        SearchBody: {
            /** @description Path of the page that the reader sees: what is near it comes first. */
            currentPath?: string;
            filter?: components["schemas"]["SearchFilter"];
            /**
             * @description How many pages at most.
             * @default 10
             */
            pageSize?: number;
            /** @description The question, in the reader's words. */
            query: string;
            /** @description Leaves out pages whose `score` is lower. The best page has 1. */
            scoreThreshold?: number;
        };
        SearchFilter: {
            /** @description Pages in one of these groups. */
            groups?: string[];
            /** @description Pages in this language, e.g. `en`. */
            language?: string;
            /** @description Pages at this path of the site or below it. */
            path?: string;
            /** @description Pages that carry this tag. */
            tag?: string;
            /** @description Pages of this version, and pages without one. */
            version?: string;
        };
        SearchResult: {
            /** @description The passage of the page that fits best, as Markdown. */
            content: string;
            metadata: {
                /** @description The commit that was searched. */
                commit: string;
                /** @description The page's file in the repository. */
                file: string;
                /** @description The heading that the passage stands below. */
                heading: string | null;
                /** @description How well the page fits beside the best one, which has 1. */
                score: number;
                title: string;
                /** @description When the page last changed, as far as is known. */
                updatedAt: string | null;
                /** @description Where the passage is: the page's address with the anchor of its heading. */
                url: string;
            };
            /** @description The page's path on the site. */
            path: string;
        };
        SendMessageBody: {
            /** @description The instruction for the agent. */
            prompt: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Since when this operation is deprecated (RFC 9745). */
        Deprecation: string;
        /** @description Names this very answer: send it as `If-None-Match`, and an unchanged one is 304 without a body. */
        ETag: string;
        /** @description `true` on the answer to a repeated call. */
        "Idempotency-Replayed": string;
        /** @description The deprecation's page and the operation that replaces this one. */
        Link: string;
        /** @description Where you stand: `r` uses are left, and the count starts again in `t` seconds. */
        RateLimit: string;
        /** @description The limits this request counts against: quota `q` in a window of `w` seconds. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before the next try. */
        "Retry-After": number;
        /** @description When this operation goes, once the operator has set a date (RFC 8594). */
        Sunset: string;
        /** @description How to authenticate. */
        "WWW-Authenticate": string;
        /** @description Quote it when you report a problem. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    askAssistantV1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The domain identifier of the documentation site.
                 * @example acme-docs
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskBodyV1"];
            };
        };
        responses: {
            /** @description The chat client library's data stream (generation 4): one part a line, a code, a colon and JSON. */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The thread of the question, to send back as `threadId`. */
                    "X-Thread-Id"?: string;
                    /** @description `v1`: the stream of generation 4 of the chat client library. */
                    "X-Vercel-AI-Data-Stream"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `invalid_request`: Invalid request. `invalid_json`: Invalid JSON. */
            400: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request" | "invalid_json";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `origin_not_allowed`: Origin not allowed. */
            403: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "origin_not_allowed";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `payload_too_large`: Payload too large. */
            413: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "payload_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `rate_limited`: Rate limited. `quota_exceeded`: Quota exceeded. `budget_exceeded`: Budget exceeded. */
            429: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited" | "quota_exceeded" | "budget_exceeded";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `upstream_error`: Upstream error. */
            502: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "upstream_error";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    getSitePage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The domain identifier of the documentation site.
                 * @example acme-docs
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetPageBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageContent"];
                };
            };
            /** @description `invalid_request`: Invalid request. `invalid_json`: Invalid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request" | "invalid_json";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `origin_not_allowed`: Origin not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "origin_not_allowed";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `payload_too_large`: Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "payload_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `rate_limited`: Rate limited. `quota_exceeded`: Quota exceeded. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited" | "quota_exceeded";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    searchSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The domain identifier of the documentation site.
                 * @example acme-docs
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResult"][];
                };
            };
            /** @description `invalid_request`: Invalid request. `invalid_json`: Invalid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request" | "invalid_json";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `origin_not_allowed`: Origin not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "origin_not_allowed";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `payload_too_large`: Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "payload_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `rate_limited`: Rate limited. `quota_exceeded`: Quota exceeded. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited" | "quota_exceeded";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    getLlmsFull: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The domain identifier of the documentation site.
                 * @example acme-docs
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `invalid_request`: Invalid request. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `origin_not_allowed`: Origin not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "origin_not_allowed";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `rate_limited`: Rate limited. `quota_exceeded`: Quota exceeded. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited" | "quota_exceeded";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    getLlmsIndex: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The domain identifier of the documentation site.
                 * @example acme-docs
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `invalid_request`: Invalid request. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `origin_not_allowed`: Origin not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "origin_not_allowed";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `rate_limited`: Rate limited. `quota_exceeded`: Quota exceeded. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited" | "quota_exceeded";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    rateAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The domain identifier of the documentation site.
                 * @example acme-docs
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RateAnswerBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnswerRating"];
                };
            };
            /** @description `invalid_request`: Invalid request. `invalid_json`: Invalid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request" | "invalid_json";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `origin_not_allowed`: Origin not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "origin_not_allowed";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `payload_too_large`: Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "payload_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `rate_limited`: Rate limited. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    askAssistant: {
        parameters: {
            query?: never;
            header?: {
                /** @description `strict` keeps `threadId` out of `finish`, where strict clients end on it; `literal` puts it there. */
                "X-Stream-Compat"?: string;
            };
            path: {
                /**
                 * @description The domain identifier of the documentation site.
                 * @example acme-docs
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskBody"];
            };
        };
        responses: {
            /** @description Server-sent events in the chat client library's UI message stream (generation 5 and later). Ends with `data: [DONE]`. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The thread of the question, to send back as `threadId`. */
                    "X-Thread-Id"?: string;
                    /** @description `v1`: the stream of generation 5 and later of the chat client library. */
                    "X-Vercel-AI-UI-Message-Stream"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description `invalid_request`: Invalid request. `invalid_json`: Invalid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request" | "invalid_json";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `origin_not_allowed`: Origin not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "origin_not_allowed";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `payload_too_large`: Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "payload_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `rate_limited`: Rate limited. `quota_exceeded`: Quota exceeded. `budget_exceeded`: Budget exceeded. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited" | "quota_exceeded" | "budget_exceeded";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `upstream_error`: Upstream error. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "upstream_error";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    resumeAnswer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` that the question was sent with.
                 * @example 5b0c7f2e9a4d4c3b8e61f0a2d7c95e13
                 */
                chatId: string;
                /**
                 * @description The domain identifier of the documentation site.
                 * @example acme-docs
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events in the chat client library's UI message stream (generation 5 and later). Ends with `data: [DONE]`. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description `v1`: the stream of generation 5 and later of the chat client library. */
                    "X-Vercel-AI-UI-Message-Stream"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Nothing runs in this conversation. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: Invalid request. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `origin_not_allowed`: Origin not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "origin_not_allowed";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `rate_limited`: Rate limited. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The domain identifier of the documentation site.
                 * @example acme-docs
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id?: string | number;
                    /** @constant */
                    jsonrpc: "2.0";
                    method?: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description One message of the protocol, as JSON or as a server-sent event. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id?: string | number;
                        /** @constant */
                        jsonrpc: "2.0";
                        method?: string;
                    } & {
                        [key: string]: unknown;
                    };
                    "text/event-stream": string;
                };
            };
            /** @description The message was taken and asks for no answer. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: Invalid request. `invalid_json`: Invalid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request" | "invalid_json";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `origin_not_allowed`: Origin not allowed. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "origin_not_allowed";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `payload_too_large`: Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "payload_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `rate_limited`: Rate limited. `quota_exceeded`: Quota exceeded. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited" | "quota_exceeded";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
            /** @description A message that the protocol refuses: a JSON-RPC error. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    createAgentSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The project's id, copied from the API keys page.
                 * @example prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSessionBody"];
            };
        };
        responses: {
            /** @description Lines for people, sent as things happen. Empty lines mean nothing: they keep the connection open. */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Sunset: components["headers"]["Sunset"];
                    /** @description The branch that the changes will be on. */
                    "X-Branch-Name"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Identifier of the session, sent before the first byte of the stream. */
                    "X-Session-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description `invalid_request`: Invalid request. `invalid_json`: Invalid JSON. */
            400: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request" | "invalid_json";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `insufficient_scope`: Insufficient scope. */
            403: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "insufficient_scope";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `payload_too_large`: Payload too large. */
            413: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "payload_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `rate_limited`: Rate limited. `budget_exceeded`: Budget exceeded. */
            429: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited" | "budget_exceeded";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    getAgentSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the answer you have; while that still holds you get 304, which costs you nothing to read. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Unique identifier of the agent job.
                 * @example job_01KADZ4XM2C8V0R4N7T9W3Y5HB
                 */
                id: string;
                /**
                 * @description The project's id, copied from the API keys page.
                 * @example prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSession"];
                };
            };
            /** @description The answer you have still holds. */
            304: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: Invalid request. */
            400: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `insufficient_scope`: Insufficient scope. */
            403: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "insufficient_scope";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    listAgentSessions: {
        parameters: {
            query?: {
                /** @description How many of the newest to leave out. */
                skip?: number;
                /** @description How many at most; up to 1,000 when left out. */
                take?: number;
            };
            header?: {
                /** @description `ETag` of the answer you have; while that still holds you get 304, which costs you nothing to read. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The project's id, copied from the API keys page.
                 * @example prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentSessionList"];
                };
            };
            /** @description The answer you have still holds. */
            304: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: Invalid request. */
            400: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `insufficient_scope`: Insufficient scope. */
            403: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "insufficient_scope";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    "Retry-After": components["headers"]["Retry-After"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    createAgentJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated call answer with what the first one did, for 24 hours. 1 to 255 ASCII characters without spaces. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The project's id, copied from the API keys page.
                 * @example prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateJobBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
            /** @description `invalid_request`: Invalid request. `invalid_json`: Invalid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request" | "invalid_json";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `insufficient_scope`: Insufficient scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "insufficient_scope";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `idempotency_in_progress`: Request still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "idempotency_in_progress";
                    };
                };
            };
            /** @description `payload_too_large`: Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "payload_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `idempotency_mismatch`: Idempotency key reused. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "idempotency_mismatch";
                    };
                };
            };
            /** @description `rate_limited`: Rate limited. `budget_exceeded`: Budget exceeded. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited" | "budget_exceeded";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    getAgentJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the answer you have; while that still holds you get 304, which costs you nothing to read. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Unique identifier of the agent job.
                 * @example job_01KADZ4XM2C8V0R4N7T9W3Y5HB
                 */
                id: string;
                /**
                 * @description The project's id, copied from the API keys page.
                 * @example prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
            /** @description The answer you have still holds. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: Invalid request. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `insufficient_scope`: Insufficient scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "insufficient_scope";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    archiveAgentJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Unique identifier of the agent job.
                 * @example job_01KADZ4XM2C8V0R4N7T9W3Y5HB
                 */
                id: string;
                /**
                 * @description The project's id, copied from the API keys page.
                 * @example prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `insufficient_scope`: Insufficient scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "insufficient_scope";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    cancelAgentJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Unique identifier of the agent job.
                 * @example job_01KADZ4XM2C8V0R4N7T9W3Y5HB
                 */
                id: string;
                /**
                 * @description The project's id, copied from the API keys page.
                 * @example prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `insufficient_scope`: Insufficient scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "insufficient_scope";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `job_not_cancellable`: Job not cancellable. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "job_not_cancellable";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    followAgentJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Number of the last event you have seen; the stream goes on behind it. */
                "Last-Event-ID"?: string;
            };
            path: {
                /**
                 * @description Unique identifier of the agent job.
                 * @example job_01KADZ4XM2C8V0R4N7T9W3Y5HB
                 */
                id: string;
                /**
                 * @description The project's id, copied from the API keys page.
                 * @example prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events: each has a numeric `id:` and one `data:` line with a JSON object (`x-event-schema`). A comment is sent while nothing happens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description `invalid_request`: Invalid request. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `insufficient_scope`: Insufficient scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "insufficient_scope";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `stream_expired`: Stream expired. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "stream_expired";
                    };
                };
            };
            /** @description `rate_limited`: Rate limited. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    sendAgentMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated call answer with what the first one did, for 24 hours. 1 to 255 ASCII characters without spaces. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description Unique identifier of the agent job.
                 * @example job_01KADZ4XM2C8V0R4N7T9W3Y5HB
                 */
                id: string;
                /**
                 * @description The project's id, copied from the API keys page.
                 * @example prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessageBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
            /** @description `invalid_request`: Invalid request. `invalid_json`: Invalid JSON. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request" | "invalid_json";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `insufficient_scope`: Insufficient scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "insufficient_scope";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `idempotency_in_progress`: Request still running. `job_archived`: Job archived. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "idempotency_in_progress" | "job_archived";
                    };
                };
            };
            /** @description `payload_too_large`: Payload too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "payload_too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Unsupported media type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description `idempotency_mismatch`: Idempotency key reused. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "idempotency_mismatch";
                    };
                };
            };
            /** @description `rate_limited`: Rate limited. `budget_exceeded`: Budget exceeded. */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited" | "budget_exceeded";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    unarchiveAgentJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Unique identifier of the agent job.
                 * @example job_01KADZ4XM2C8V0R4N7T9W3Y5HB
                 */
                id: string;
                /**
                 * @description The project's id, copied from the API keys page.
                 * @example prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
            /** @description `invalid_request`: Invalid request. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `insufficient_scope`: Insufficient scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "insufficient_scope";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
    listAgentJobs: {
        parameters: {
            query?: {
                /** @description Only archived jobs, or only others; all of them when left out. */
                archived?: "true" | "false";
                cursor?: string;
                limit?: number;
                status?: "active" | "completed" | "failed";
            };
            header?: {
                /** @description `ETag` of the answer you have; while that still holds you get 304, which costs you nothing to read. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The project's id, copied from the API keys page.
                 * @example prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
            /** @description The answer you have still holds. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: Invalid request. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "invalid_request";
                    };
                };
            };
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key";
                    };
                };
            };
            /** @description `wrong_key_type`: Wrong kind of API key. `ip_not_allowed`: Address not allowed. `insufficient_scope`: Insufficient scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "wrong_key_type" | "ip_not_allowed" | "insufficient_scope";
                    };
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `internal`: Internal error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: Unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
}
