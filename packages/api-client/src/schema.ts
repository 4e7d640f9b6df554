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
         * @description Answers a question as a data stream for chat client library generation 4. Set its stream protocol to `data` and `sendExtraMessageFields` to true. The `threadId` is in a data event of the type `finish`.
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
         * @description Returns a page as Markdown, at the indexed commit.
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
        /**
         * Search for readers
         * @description Finds pages as a search box shows them: an excerpt of each, what to highlight, and by which versions, languages and sections the search can be narrowed. Counts only pages that the reader may read. Use suggestions while the reader types.
         */
        get: operations["searchPages"];
        put?: never;
        /**
         * Search a documentation site
         * @description Finds the site's pages that match a question, best first. Returns one entry per page, with its best passage. Returns no results if no page contains any word of the question.
         */
        post: operations["searchSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/v1/search/{domain}/click": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an opened search result
         * @description Counts that a reader opened a result. The analytics of searches give click-through rates from it.
         */
        post: operations["reportSearchClick"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/v1/search/{domain}/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest pages while a reader types
         * @description Finds pages and headings whose names begin with what was typed, also with typing mistakes, best first. Looks at titles, headings and the last part of paths.
         */
        get: operations["suggestPages"];
        put?: never;
        post?: never;
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
         * @description The Markdown of every page of the site, each below its title and URL.
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
         * @description Lists every page of the site by group, with its URL and description, in llms.txt format (llmstxt.org). While the site's own address is not set, the URLs are those of the pages as Markdown. A list of more than 50,000 characters, which agents would cut off, links to a list for each group instead.
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
    "/discovery/v1/site/{domain}/page/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page of the site as Markdown
         * @description Returns a page as Markdown, at the indexed commit, below its title and its address. Agents follow links to it from llms.txt.
         */
        get: operations["getPageMarkdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/discovery/v1/widget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the widget's settings
         * @description Returns the site that the API key belongs to, and how its widget looks. Every website may read the answer, so that a widget can say why its key doesn't work there.
         */
        get: operations["getWidget"];
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
         * @description Stores a reader's rating of an answer. A new rating replaces the previous one.
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
         * @description Answers a question from the site's pages, as a UI message stream for chat client library generation 5 and later. The `start` and `finish` chunks carry `threadId` in `messageMetadata`. If the body has neither `id` nor `trigger`, `finish.threadId` also carries it. Each cited page is sent as a `source-url` chunk. A failure before the first chunk of the answer is an error response; a later failure is an `error` chunk that ends the stream.
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
         * Resume an answer
         * @description Streams the running answer of a conversation from its beginning, for a client that lost the connection or reloaded the page. Returns 204 without a body if no answer is running or the last one was fully read. Requires the API key that asked the question.
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
         * @description Streamable HTTP without sessions, for agents and editors that use the Model Context Protocol. Send one message per request; batches are rejected. The tools are `search`, `get_page`, `list_pages`, `ask` and `submit_feedback`; pages are resources, too. `ask` and `submit_feedback` always need a key or a sign-in, also if the project is public. Where the project lets people sign in (OAuth), an access token takes the place of the key, and `/.well-known/oauth-protected-resource/mcp/{domain}` says how to get one.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/{domain}/server-card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the MCP server's card
         * @description Describes the site's MCP server: address, protocol revisions and needed headers. `/.well-known/ai-catalog.json` lists the cards of public projects. Where people can sign in, the card needs no key, either.
         */
        get: operations["getServerCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/admin/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Model Context Protocol server of a project's team
         * @description Lets your team's own agents work with jobs, pull requests, gaps and the index of a project. Streamable HTTP without sessions. A key with the `read` scope sees only the tools that read. Tools that start work need `write`, and count against the limits of the operations that do the same. Where the project lets members sign in (OAuth), an access token takes the place of the key and has the rights of its person's role.
         */
        post: operations["callAdminMcp"];
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
         * @description Starts a background agent and streams its progress as plain text until the job ends. Closing the stream doesn't stop the job: read the session later by the id in `X-Session-Id`.
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
         * @description Returns a job as a session, for jobs created in any version.
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
         * @description Lists the project's jobs as sessions, newest first, for jobs created in any version.
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
    "/v1/analytics/{projectId}/assistant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get assistant conversations
         * @description Readers' questions with their answers and sources, newest first. Each row is one question.
         */
        get: operations["getAssistantConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/assistant/caller-stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get assistant caller stats
         * @description Questions by who asked: pages in browsers, servers, and others. Counted by whole days (UTC).
         */
        get: operations["getAssistantCallerStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/assistant/threads/{threadId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an assistant thread
         * @description The transcript of one thread, oldest message first.
         */
        get: operations["getAssistantThread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get feedback
         * @description Ratings of the assistant's answers, newest first, with readers' comments.
         */
        get: operations["getFeedback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/feedback/by-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get feedback by page
         * @description Ratings counted by page, the page with most ratings first.
         */
        get: operations["getFeedbackByPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get pages most cited
         * @description Pages by how many answers cite them, with the ratings of these answers. Counted by whole days (UTC).
         */
        get: operations["getCitedPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get search queries
         * @description What callers of the search operation and the MCP server searched for, most frequent first, with the share of searches whose result was opened. Counted by whole days (UTC).
         */
        get: operations["getSearches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get assistant summary
         * @description Questions by day (UTC) with their outcomes and ratings, the unanswered share and the deflection share. Counted by whole days.
         */
        get: operations["getAnalyticsSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/{projectId}/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get topics
         * @description What readers ask about: questions that ask the same are one topic, the most frequent first.
         */
        get: operations["getTopics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/{projectId}/{schemaId}/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trigger an automation
         * @description Runs an automation now, in the form that callers of Mintlify's API send. Status 409 with the reason when the automation does nothing.
         */
        post: operations["triggerWorkflow"];
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
         * @description Starts a background agent on the project's repository. Poll the job until its status is `completed` or `failed`. `prLink` is then the pull request's URL, or null if no file changed.
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
         * @description Returns the job's current state. Poll this operation.
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
         * @description Sets `archivedAt`; the status doesn't change. An archived job accepts no messages. Archiving an archived job has no effect.
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
         * @description Stops an active job. The job becomes `failed`, and this run opens no pull request. Returns `job_not_cancellable` if the job has ended.
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
         * Stream agent job events
         * @description Streams server-sent events with numeric ids, starting with past events. To resume after a disconnect, send `Last-Event-ID`; if those events have expired, the response is 410 `stream_expired`. A comment is sent every 15 seconds. The stream ends after the job's last event.
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
         * @description Adds an instruction to a running or finished job. The job becomes `active` again and continues on the same branch and pull request. Returns `job_archived` if the job is archived.
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
         * Unarchive agent job
         * @description Clears `archivedAt`. Has no effect on a job that is not archived.
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
         * @description Lists the project's jobs, newest first, one page at a time. Pass `nextCursor` as `cursor` to get the next page.
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
    "/v2/agent/{projectId}/source/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a source
         * @description Sets another ref or name. Running jobs finish with the commits they have read.
         */
        post: operations["changeSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/source/{name}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a source
         * @description Removes the source from the project. The repository does not change.
         */
        post: operations["removeSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/agent/{projectId}/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sources
         * @description Lists the repositories that the agent reads beside the docs, by name.
         */
        get: operations["listSources"];
        put?: never;
        /**
         * Add a source
         * @description Lets the agent read another repository: the product's code, an API description. Nothing is written to it. A project has 50 sources at most. Only owners of the installation's first organization add repositories by path, in the dashboard or at the command line.
         */
        post: operations["addSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/automation/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List automations
         * @description Lists the project's automations by name, with what came of them.
         */
        get: operations["listAutomations"];
        put?: never;
        /**
         * Create an automation
         * @description Creates an automation. The project's file `.docsteward/automations.yml` defines others in the same format. A project has 50 at most.
         */
        post: operations["createAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/automation/{projectId}/{automationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an automation
         * @description Returns an automation with what came of it.
         */
        get: operations["getAutomation"];
        put?: never;
        /**
         * Change an automation
         * @description Replaces the definition of an automation that the API created.
         */
        post: operations["changeAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/automation/{projectId}/{automationId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause or resume an automation
         * @description Pauses an automation, or resumes it. After a pause it follows what its sources changed meanwhile; missed times of a schedule are not made up for.
         */
        post: operations["pauseAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/automation/{projectId}/{automationId}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove an automation
         * @description Removes an automation that the API created, with its runs. Its jobs and pull requests stay.
         */
        post: operations["removeAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/automation/{projectId}/{automationId}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run an automation now
         * @description Runs an automation now, also in its quiet hours. The run says what came of it.
         */
        post: operations["runAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/automation/{projectId}/{automationId}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs
         * @description Lists the runs of an automation, newest first, with the reason of each that did nothing.
         */
        get: operations["listAutomationRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/automation/{projectId}/{automationId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a webhook secret
         * @description Creates the secret that requests to the automation's webhook are signed with. It is shown once; the secret before it ends now.
         */
        post: operations["rotateAutomationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/autopilot/{projectId}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a job with a prompt
         * @description Starts an agent job with a prompt, in the form that callers of Mintlify's API send.
         */
        post: operations["triggerAutopilot"];
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
        AddSource: {
            /** @description For a private repository at a Git server. It is stored encrypted and never returned. */
            credential?: components["schemas"]["RepositoryCredential"];
            /**
             * @description Name of the source, unique in the project. The agent reads `@name/path`.
             * @example app
             */
            name: string;
            /** @description Branch, tag or full commit id. By default the repository's default branch. */
            ref?: string;
            /** @description URL of a repository at GitHub that your organization may use, https or SSH URL of one at any Git server, or a path on the server. */
            repository: string;
        };
        AgentJob: {
            archivedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Unique identifier of the agent job. */
            id: string;
            /** @description The job's model. `offline` if no provider is configured. */
            model: string;
            /** @description URL of the pull request. Null until the job has opened one, and if no file changed. A follow-up keeps it. */
            prLink: string | null;
            /** @description Place in the queue, 1 for the next job. Only when you read a job that waits for a worker. Places above 500 are 500. */
            queuePosition?: number;
            source: {
                /** @description Branch the job starts from. */
                ref: string | null;
                /** @description Full URL of the repository. A repository on the server has a `file:///…` URL. */
                repository: string;
            };
            /** @enum {string} */
            status: "active" | "completed" | "failed";
        };
        AgentMessage: {
            /** @description The message's text. */
            content: string;
            /**
             * @description A system message adds to the service's own instructions and never replaces them.
             * @enum {string}
             */
            role: "system" | "user" | "assistant";
        };
        AgentSession: {
            /** @description The branch with the changes. Empty until it is known. */
            branch: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Whether the agent has stopped working. */
            haulted: boolean;
            /**
             * @description Omitted while the agent works.
             * @enum {string}
             */
            haultReason?: "completed" | "git_missconfigured" | "error";
            /** @description The result, for the person who asked. */
            messageToUser: string;
            /** @description Empty until the pull request is open, and if no file changed. */
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
            /** @description Creator of the key that was used, if known. */
            userId?: string;
        };
        AgentSessionList: {
            allSessions: components["schemas"]["AgentSession"][];
        };
        AnalyticsSummary: {
            days: {
                answered: number;
                /** Format: date */
                day: string;
                deflected: number;
                down: number;
                failed: number;
                questions: number;
                unanswered: number;
                up: number;
            }[];
            totals: {
                answered: number;
                /** @description Questions answered and not rated bad, of all questions. An estimate. */
                deflectionShare: number | null;
                down: number;
                failed: number;
                questions: number;
                unanswered: number;
                /** @description Of the questions with an outcome; null without any. */
                unansweredShare: number | null;
                up: number;
            };
        };
        /** @description A chunk of the chat client library's UI message stream (generation 5 and later). */
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
            /** @description What the reader is looking at. At most 20 items. */
            context?: components["schemas"]["ContextItem"][] | null;
            /** @description Path of the page the reader is on. Nearby pages rank higher. */
            currentPath?: string | null;
            /** @description Limits which pages are used. */
            filter?: components["schemas"]["SearchFilter"] | null;
            /** @description The reader: `anonymous`, or an identifier that is unique to the user. Threads belong to this identifier. It must not begin with `playground`. */
            fp: string;
            /** @description The chat client's id of the conversation. Use it to resume the stream. */
            id?: unknown;
            /** @description The conversation, with the question last. At most 100 messages. In a thread, the newest message is enough. */
            messages: components["schemas"]["AssistantMessage"][];
            /** @description How many pages to retrieve for the answer. Default: 12. */
            retrievalPageSize?: number | null;
            /** @description The thread to continue, from an earlier answer. Omit it to start a new thread. */
            threadId?: string | null;
            /** @description The chat client's reason for the request. */
            trigger?: unknown;
        };
        AskBodyV1: {
            /** @description What the reader is looking at. At most 20 items. */
            context?: components["schemas"]["ContextItem"][] | null;
            /** @description Path of the page the reader is on. Nearby pages rank higher. */
            currentPath?: string | null;
            /** @description Limits which pages are used. */
            filter?: components["schemas"]["SearchFilter"] | null;
            /** @description The reader: `anonymous`, or an identifier that is unique to the user. Threads belong to this identifier. It must not begin with `playground`. */
            fp: string;
            /** @description The conversation, with the question last. At most 100 messages. In a thread, the newest message is enough. */
            messages: components["schemas"]["AssistantMessageV1"][];
            /** @description How many pages to retrieve for the answer. Default: 12. */
            retrievalPageSize?: number | null;
            /** @description The thread to continue, from an earlier answer. Omit it to start a new thread. */
            threadId?: string | null;
        };
        AssistantMessage: {
            /** @description The message's id, generated by the client. */
            id?: string | null;
            parts: components["schemas"]["MessagePart"][];
            /**
             * @description A `system` message tells the assistant where it is embedded and who asks. It can't override the assistant's rules.
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
        Automation: {
            /** @description What its jobs have cost, in US dollars. */
            costUsd: number;
            /** Format: date-time */
            createdAt: string;
            definition: components["schemas"]["AutomationDefinition"];
            /** @description The branches that it follows, each up to a commit; the source is null for the docs. */
            follows: {
                commit: string | null;
                source: string | null;
            }[];
            hasWebhookSecret: boolean;
            id: string;
            jobs: number;
            lastRun: components["schemas"]["AutomationRun"] | null;
            /** @description Next time of its schedule. */
            nextRunAt: string | null;
            /**
             * @description `file`: defined in `.docsteward/automations.yml`.
             * @enum {string}
             */
            origin: "file" | "api";
            pausedAt: string | null;
            pausedReason: string | null;
            pullRequests: {
                /** @description Closed without merging. */
                closed: number;
                merged: number;
                /** @description Share of ended pull requests that were merged. */
                mergeRate: number | null;
                opened: number;
                /** @description Number of the open one. */
                openNumber: number | null;
            };
            /** Format: date-time */
            updatedAt: string;
        };
        AutomationBody: {
            /** @description Whether the author of the code that a run follows is asked for a review. Default: true. */
            asksAuthor?: boolean;
            caps?: {
                /** @description Runs that start or continue a job in 24 hours. An automation's default is 10. */
                jobsPerDay?: number;
                /** @description US dollars that its jobs may cost in a calendar month (UTC). */
                usdPerMonth?: number;
            };
            /** @description Whether pull requests open as drafts. */
            draft?: boolean;
            /** @description Labels that its pull requests get at GitHub. */
            labels?: string[];
            /** @description Model of its jobs. Default: the installation's. */
            model?: string;
            /**
             * @description Unique in the project.
             * @example follow-app
             */
            name: string;
            on: {
                /** @description Runs for open gaps that no job works on. */
                gap?: {
                    /**
                     * @description Days since the first question, at least.
                     * @default 0
                     */
                    age?: number;
                    /**
                     * @description How often readers asked, at least.
                     * @default 3
                     */
                    count?: number;
                };
                /**
                 * @description Runs only when a person or an API client starts it.
                 * @constant
                 */
                manual?: true;
                /** @description Runs when the branch of a source moves, if the change makes pages of the docs false. */
                merge?: {
                    /** @description Only pull requests with one of these labels. Needs a source at GitHub. */
                    labels?: string[];
                    /** @description Files, folders and globs, such as `src/**`. Without them every change counts. */
                    paths?: string[];
                    /**
                     * @description Name of the source, unique in the project. The agent reads `@name/path`.
                     * @example app
                     */
                    source: string;
                };
                /** @description Reports on pull requests in a source at GitHub which pages they will make false, as a check and a comment. A comment there starts the job. */
                pull_request?: {
                    /** @description Only pull requests with one of these labels. Needs a source at GitHub. */
                    labels?: string[];
                    /** @description Files, folders and globs, such as `src/**`. Without them every change counts. */
                    paths?: string[];
                    /**
                     * @description Name of the source, unique in the project. The agent reads `@name/path`.
                     * @example app
                     */
                    source: string;
                };
                /** @description Runs when the base branch of the docs moves. Merges of Docsteward's pull requests don't count. */
                push?: {
                    /** @description Files, folders and globs, such as `src/**`. Without them every change counts. */
                    paths?: string[];
                };
                /** @description Runs at these times. After an outage, missed times run once. */
                schedule?: {
                    /**
                     * @description Minute, hour, day, month and day of the week.
                     * @example 0 9 * * 1
                     */
                    cron: string;
                    /**
                     * @description IANA name of a time zone.
                     * @default UTC
                     * @example Europe/Berlin
                     */
                    timeZone?: string;
                };
                /**
                 * @description Runs for signed HTTP requests.
                 * @constant
                 */
                webhook?: true;
            };
            /** @description The instruction for the agent. Variables: `{{automation}}`, `{{trigger}}`, `{{date}}`, `{{source}}`, `{{base}}`, `{{head}}`. */
            prompt: string;
            /** @description Runs wait until these hours are over. Runs that a person starts don't wait. */
            quietHours?: {
                from: string;
                /**
                 * @description IANA name of a time zone.
                 * @default UTC
                 * @example Europe/Berlin
                 */
                timeZone?: string;
                to: string;
            };
            /** @description Login of the person at GitHub who is asked for a review. */
            reviewer?: string;
            /** @description Logins of several such people. */
            reviewers?: string[];
        };
        AutomationDefinition: {
            /** @description Whether the author of the code that a run follows is asked for a review. Default: true. */
            asksAuthor?: boolean;
            caps?: {
                /** @description Runs that start or continue a job in 24 hours. An automation's default is 10. */
                jobsPerDay?: number;
                /** @description US dollars that its jobs may cost in a calendar month (UTC). */
                usdPerMonth?: number;
            };
            /** @description Whether pull requests open as drafts. */
            draft?: boolean;
            /** @description Labels that its pull requests get at GitHub. */
            labels?: string[];
            /** @description Model of its jobs. Default: the installation's. */
            model?: string;
            /**
             * @description Unique in the project.
             * @example follow-app
             */
            name: string;
            on: {
                /** @description Runs for open gaps that no job works on. */
                gap?: {
                    /**
                     * @description Days since the first question, at least.
                     * @default 0
                     */
                    age: number;
                    /**
                     * @description How often readers asked, at least.
                     * @default 3
                     */
                    count: number;
                };
                /**
                 * @description Runs only when a person or an API client starts it.
                 * @constant
                 */
                manual?: true;
                /** @description Runs when the branch of a source moves, if the change makes pages of the docs false. */
                merge?: {
                    /** @description Only pull requests with one of these labels. Needs a source at GitHub. */
                    labels?: string[];
                    /** @description Files, folders and globs, such as `src/**`. Without them every change counts. */
                    paths?: string[];
                    /**
                     * @description Name of the source, unique in the project. The agent reads `@name/path`.
                     * @example app
                     */
                    source: string;
                };
                /** @description Reports on pull requests in a source at GitHub which pages they will make false, as a check and a comment. A comment there starts the job. */
                pull_request?: {
                    /** @description Only pull requests with one of these labels. Needs a source at GitHub. */
                    labels?: string[];
                    /** @description Files, folders and globs, such as `src/**`. Without them every change counts. */
                    paths?: string[];
                    /**
                     * @description Name of the source, unique in the project. The agent reads `@name/path`.
                     * @example app
                     */
                    source: string;
                };
                /** @description Runs when the base branch of the docs moves. Merges of Docsteward's pull requests don't count. */
                push?: {
                    /** @description Files, folders and globs, such as `src/**`. Without them every change counts. */
                    paths?: string[];
                };
                /** @description Runs at these times. After an outage, missed times run once. */
                schedule?: {
                    /**
                     * @description Minute, hour, day, month and day of the week.
                     * @example 0 9 * * 1
                     */
                    cron: string;
                    /**
                     * @description IANA name of a time zone.
                     * @default UTC
                     * @example Europe/Berlin
                     */
                    timeZone: string;
                };
                /**
                 * @description Runs for signed HTTP requests.
                 * @constant
                 */
                webhook?: true;
            };
            /** @description The instruction for the agent. Variables: `{{automation}}`, `{{trigger}}`, `{{date}}`, `{{source}}`, `{{base}}`, `{{head}}`. */
            prompt: string;
            /** @description Runs wait until these hours are over. Runs that a person starts don't wait. */
            quietHours?: {
                from: string;
                /**
                 * @description IANA name of a time zone.
                 * @default UTC
                 * @example Europe/Berlin
                 */
                timeZone: string;
                to: string;
            };
            /** @description Login of the person at GitHub who is asked for a review. */
            reviewer?: string;
            /** @description Logins of several such people. */
            reviewers?: string[];
        };
        AutomationList: {
            automations: components["schemas"]["Automation"][];
            /** @description What is wrong with the file in the repository. */
            problems: string[];
        };
        AutomationRun: {
            /** @description The commits that it follows. */
            change: {
                base: string | null;
                head: string;
                /** @description The pull request in the source that it is about. */
                pullRequest: {
                    number: number;
                    url: string;
                } | null;
                /** @description Name of the source; null for the docs. */
                source: string | null;
            } | null;
            /** Format: date-time */
            createdAt: string;
            decidedAt: string | null;
            id: string;
            jobId: string | null;
            /** @description Why it waits, was silent or failed. */
            reason: string | null;
            /**
             * @description `started` began a job, `continued` sent a message to the job whose pull request is open, `reported` said on a pull request in a source which pages it will make false, `silent` did nothing.
             * @enum {string}
             */
            state: "waiting" | "started" | "continued" | "reported" | "silent" | "failed";
            /** @enum {string} */
            trigger: "schedule" | "merge" | "pull_request" | "push" | "gap" | "webhook" | "manual";
        };
        AutomationRunList: {
            hasMore: boolean;
            nextCursor: string | null;
            runs: components["schemas"]["AutomationRun"][];
        };
        AutomationSecret: {
            secret: string;
        };
        CallerStats: {
            /** @description Questions from servers. */
            api: number;
            /** @description The playground, the command line, and questions from before callers were recorded. */
            other: number;
            total: number;
            /** @description Questions from pages in browsers. */
            web: number;
        };
        ChangeSource: {
            /**
             * @description Name of the source, unique in the project. The agent reads `@name/path`.
             * @example app
             */
            name?: string;
            /** @description Branch, tag or full commit id. By default the repository's default branch. */
            ref?: string;
        };
        CitedPageList: {
            pages: {
                citations: number;
                down: number;
                path: string;
                up: number;
            }[];
        };
        ContextItem: {
            /** @description Id of the page element that contains it. */
            elementId?: string | null;
            /** @description Path of the source file or page. */
            path?: string | null;
            /**
             * @description `code`, or text that the reader selected.
             * @enum {string}
             */
            type: "code" | "textSelection";
            /** @description The code or text. At most 20,000 characters. */
            value: string;
        };
        ConversationList: {
            conversations: {
                /** @description Id of the answer. */
                id: string;
                /** @description URL of the page the question was asked on. */
                pageUrl: string | null;
                query: string;
                /** @description The question's topic; null until it is grouped. */
                queryCategory: string | null;
                /** @description The reader's `fp`. Only for keys with the scope `readers`. */
                reader?: string;
                /** @enum {string} */
                resolutionStatus: "answered" | "unanswered";
                response: string;
                /** @enum {string} */
                responseType: "answer" | "clarifying_question";
                sources: {
                    title: string;
                    url: string;
                }[];
                /** @description Id of its thread, for its transcript. */
                threadId: string;
                /** Format: date-time */
                timestamp: string;
            }[];
            /** @description Whether there is a next page. */
            hasMore: boolean;
            /** @description Cursor of the next page; null on the last one. */
            nextCursor: string | null;
        };
        ConversationThread: {
            /** Format: date-time */
            createdAt: string;
            messages: {
                content: string;
                /** Format: date-time */
                createdAt: string;
                id: string;
                /** @enum {string} */
                role: "user" | "assistant";
            }[];
            /** @description The reader's `fp`. Only for keys with the scope `readers`. */
            reader?: string;
            threadId: string;
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
            /** @description Branch to work on. An existing branch is continued, a new one is created. It can't be the default branch or a protected branch. If omitted, the branch is named after the messages. */
            branch?: string;
            /** @description The last message, except system messages, must be the user's instruction. */
            messages: components["schemas"]["AgentMessage"][];
            /**
             * @default sonnet
             * @enum {string}
             */
            model?: "sonnet" | "opus";
        };
        FacetValue: {
            count: number;
            value: string;
        };
        FeedbackByPage: {
            feedback: {
                /** @description Always 0: code blocks have no feedback. */
                code: number;
                path: string;
                thumbsDown: number;
                thumbsUp: number;
                total: number;
            }[];
            hasMore: boolean;
        };
        FeedbackList: {
            feedback: {
                comment: string | null;
                /** @description Always null: readers leave no address. */
                contact: null;
                createdAt: string | null;
                helpful: boolean;
                /** @description Id of the rated answer. */
                id: string;
                /** @description Page the question was asked on, else the first page cited. */
                path: string;
                /** @description The reader's `fp`. Only for keys with the scope `readers`. */
                reader?: string;
                /** @enum {string} */
                source: "code_snippet" | "contextual" | "agent" | "thumbs_only";
                /**
                 * @description From the gap of a bad rating: `pending`, `in_progress` with a job, `resolved`, `dismissed`. Good ratings are `resolved`.
                 * @enum {string}
                 */
                status: "pending" | "in_progress" | "resolved" | "dismissed";
            }[];
            /** @description Whether there is a next page. */
            hasMore: boolean;
            /** @description Cursor of the next page; null on the last one. */
            nextCursor: string | null;
        };
        FoundPage: {
            /** @description The part of the best passage that says most of the query. Plain text, not HTML. */
            excerpt: string;
            /** @description What was found in `metadata.title`, `metadata.heading` and `excerpt`. */
            highlights: {
                excerpt: components["schemas"]["TextRange"][];
                heading: components["schemas"]["TextRange"][];
                title: components["schemas"]["TextRange"][];
            };
            metadata: {
                /** @description The commit that was searched. */
                commit: string;
                /** @description The page's file in the repository. */
                file: string;
                /** @description The passage's heading. */
                heading: string | null;
                /** @description Relevance compared to the best page, which has 1. */
                score: number;
                title: string;
                /** @description When the page last changed, if known. */
                updatedAt: string | null;
                /** @description URL of the passage: the page's URL with the anchor of its heading. */
                url: string;
            };
            /** @description The page's path on the site. */
            path: string;
        };
        GetPageBody: {
            /** @description The page's path on the site (`/guide/ssr`; slashes at the ends, `.md` and an anchor are optional), its URL, or its file in the repository. */
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
            type: "job.created" | "message.received" | "job.started" | "workspace.opened" | "instructions.read" | "source.read" | "message.taken" | "job.titled" | "model.replied" | "model.switched" | "tool.called" | "tool.finished" | "todos.updated" | "checks.finished" | "branch.pushed" | "pull_request.opened" | "pull_request.updated" | "pull_request.pushed" | "pull_request.merged" | "pull_request.closed" | "pull_request.reopened" | "job.completed" | "job.failed" | "job.archived" | "job.unarchived";
        };
        JobList: {
            hasMore: boolean;
            jobs: components["schemas"]["AgentJob"][];
            nextCursor: string | null;
        };
        MessagePart: {
            /** @description The part's text. Required if `type` is `text`. */
            text?: unknown;
            /** @description `text`. Parts of other types are ignored. */
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
        PauseAutomationBody: {
            isPaused: boolean;
        };
        Problem: {
            /** @enum {string} */
            code: "invalid_json" | "invalid_request" | "missing_key" | "invalid_key" | "expired_key" | "invalid_reader_token" | "revoked_key" | "wrong_key_type" | "insufficient_scope" | "origin_not_allowed" | "ip_not_allowed" | "not_found" | "method_not_allowed" | "conflict" | "job_archived" | "job_not_cancellable" | "idempotency_in_progress" | "stream_expired" | "payload_too_large" | "unsupported_media_type" | "idempotency_mismatch" | "rate_limited" | "quota_exceeded" | "budget_exceeded" | "internal" | "upstream_error" | "unavailable";
            detail: string;
            details?: {
                message: string;
                path: string;
            }[];
            /** @description What is wrong and what to do. */
            error: string;
            requestId: string;
            status: number;
            title: string;
            type: string;
            "violated-policies"?: string[];
        };
        RateAnswerBody: {
            /** @description The reader's comment. */
            comment?: string | null;
            /** @description The answer's id, from the stream's first chunk. */
            messageId: string;
            /** @enum {string} */
            rating: "up" | "down";
        };
        RemovedAutomation: {
            id: string;
        };
        RemovedSource: {
            /**
             * @description Name of the source, unique in the project. The agent reads `@name/path`.
             * @example app
             */
            name: string;
        };
        RepositoryCredential: {
            /** @description The SSH server's host keys, as lines of a known_hosts file. Without them the first key is kept. */
            knownHosts?: string;
            /** @description Private key without a passphrase, in OpenSSH or PEM format. Only for SSH URLs. */
            privateKey?: string;
            /** @description Access token or app password that can read the repository, and write it for jobs. */
            token?: string;
            /** @description User name that the Git server wants beside the token; `git` by default. */
            username?: string;
        };
        SearchBody: {
            /** @description Path of the page the reader is on. Nearby pages rank higher. */
            currentPath?: string;
            filter?: components["schemas"]["SearchFilter"];
            /**
             * @description Maximum number of pages.
             * @default 10
             */
            pageSize?: number;
            /** @description The reader's question. */
            query: string;
            /** @description Excludes pages with a lower `score`. The best page has a score of 1. */
            scoreThreshold?: number;
        };
        SearchClick: {
            path: string;
        };
        SearchClickBody: {
            /** @description `path` or URL of the opened result. */
            path: string;
            /** @description What was searched for. */
            query: string;
        };
        SearchFilter: {
            /** @description Pages in one of these groups. */
            groups?: string[];
            /** @description Pages in this language, e.g. `en`. */
            language?: string;
            /** @description Pages at or below this path. */
            path?: string;
            /** @description Pages with this tag. */
            tag?: string;
            /** @description Pages of this version, and pages without one. */
            version?: string;
        };
        SearchPage: {
            /** @description Pages with words of the query, by what they can be narrowed by. At most 50 values each. */
            facets: {
                language: components["schemas"]["FacetValue"][];
                section: components["schemas"]["FacetValue"][];
                version: components["schemas"]["FacetValue"][];
            };
            results: components["schemas"]["FoundPage"][];
        };
        SearchResult: {
            /** @description The page's best passage, as Markdown. */
            content: string;
            metadata: {
                /** @description The commit that was searched. */
                commit: string;
                /** @description The page's file in the repository. */
                file: string;
                /** @description The passage's heading. */
                heading: string | null;
                /** @description Relevance compared to the best page, which has 1. */
                score: number;
                title: string;
                /** @description When the page last changed, if known. */
                updatedAt: string | null;
                /** @description URL of the passage: the page's URL with the anchor of its heading. */
                url: string;
            };
            /** @description The page's path on the site. */
            path: string;
        };
        SearchTermList: {
            /** @description Cursor of the next page; null on the last one. */
            nextCursor: string | null;
            searches: {
                /** @description Share of the searches whose result was opened, 0 to 1. */
                ctr: number;
                hits: number;
                /** Format: date-time */
                lastSearchedAt: string;
                /** @description The search query, in lower case, without email addresses. */
                searchQuery: string;
                topClickedPage: string | null;
            }[];
            totalSearches: number;
        };
        SendMessageBody: {
            /** @description The instruction for the agent. */
            prompt: string;
        };
        ServerCard: {
            $schema: string;
            description: string;
            /** @description The host, reversed, and the domain identifier. */
            name: string;
            remotes: {
                headers?: ({
                    isRequired: boolean;
                    isSecret: boolean;
                    name: string;
                } & {
                    [key: string]: unknown;
                })[];
                supportedProtocolVersions: string[];
                /** @constant */
                type: "streamable-http";
                url: string;
            }[];
            title: string;
            version: string;
            websiteUrl?: string;
        };
        Source: {
            /** Format: date-time */
            createdAt: string;
            /** @description The last time a job looked into the source; null if none did. */
            lastRead: {
                /** Format: date-time */
                at: string;
                /** @description The commit a job read; null if it could not be read. */
                commit: string | null;
                /** @description Why it could not be read. */
                error: string | null;
            } | null;
            /**
             * @description Name of the source, unique in the project. The agent reads `@name/path`.
             * @example app
             */
            name: string;
            /** @description Branch, tag or commit that jobs read. */
            ref: string;
            /** @description URL of the repository; `file:///…` for one on the server. */
            repository: string;
        };
        SourceList: {
            sources: components["schemas"]["Source"][];
        };
        Suggestion: {
            /** @description Null for the page itself. */
            heading: string | null;
            /** @description What of `text` was typed. */
            highlights: components["schemas"]["TextRange"][];
            /** @description The page's path on the site. */
            path: string;
            /** @description The heading, or the page's title. Plain text, not HTML. */
            text: string;
            /** @description The page's title. */
            title: string;
            /** @description URL of the page, with the anchor of the heading. */
            url: string;
        };
        SuggestionList: {
            suggestions: components["schemas"]["Suggestion"][];
        };
        /** @description From `start` until before `end`, in UTF-16 code units. */
        TextRange: {
            end: number;
            start: number;
        };
        TopicList: {
            topics: {
                down: number;
                id: string;
                /** Format: date-time */
                lastAskedAt: string;
                /** @description The question that the topic began with. */
                question: string;
                questions: number;
                unanswered: number;
            }[];
        };
        TriggeredAutopilot: {
            jobId: string;
            /** @constant */
            success: true;
        };
        TriggeredWorkflow: {
            instanceId: string;
            jobId: string;
            schemaId: string;
        };
        WidgetConfig: {
            /** @description Where readers reach a person: an https:// or mailto: address. */
            contact: string | null;
            /** @description The domain identifier of the key's documentation site. */
            domain: string;
            /** @description The greeting, shown before the first question. */
            greeting: string | null;
            /** @description Questions to begin with. */
            starters: {
                /** @description Pages that offer it, by the start of their path; null for all pages. */
                path: string | null;
                /** @description The question. */
                question: string;
            }[];
            /** @description The window's title; null for the default. */
            title: string | null;
            /** @description How readers add the site's MCP server to their own tools; empty if that needs a key. */
            tools: {
                /** @description Opens the program, which asks whether to add the server. */
                link: string | null;
                /** @description The program. */
                name: string;
                /** @description What to copy into a program that no link opens. */
                text: string | null;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description When this operation was deprecated (RFC 9745). */
        Deprecation: string;
        /** @description Identifies this response. Send it as `If-None-Match` to get 304 without a body if nothing changed. */
        ETag: string;
        /** @description `true` if this is the stored response of an earlier request. */
        "Idempotency-Replayed": string;
        /** @description Links to the deprecation notice and the replacement operation. */
        Link: string;
        /** @description Remaining quota: `r` requests, which resets in `t` seconds. */
        RateLimit: string;
        /** @description The limits that this request counts against: quota `q` per window of `w` seconds. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before retrying. */
        "Retry-After": number;
        /** @description When this operation is removed, if the operator has set a date (RFC 8594). */
        Sunset: string;
        /** @description How to authenticate. */
        "WWW-Authenticate": string;
        /** @description Include it when you report a problem. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    askAssistantV1: {
        parameters: {
            query?: never;
            header?: {
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
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
                "application/json": components["schemas"]["AskBodyV1"];
            };
        };
        responses: {
            /** @description The chat client library's data stream (generation 4): one part per line, as a code, a colon and JSON. */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The question's thread. Send it as `threadId` to continue the thread. */
                    "X-Thread-Id"?: string;
                    /** @description `v1`: the data stream of chat client library generation 4. */
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
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
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
            header?: {
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
    searchPages: {
        parameters: {
            query: {
                /** @description Path of the page the reader is on. Nearby pages rank higher. */
                currentPath?: string;
                /** @description Pages in this language, e.g. `en`. */
                language?: string;
                /** @description Maximum number of pages. */
                limit?: number;
                /** @description Pages at or below this path. */
                path?: string;
                /** @description What the reader searches for. */
                query: string;
                /** @description Pages of this section: a `value` of the facet `section`. */
                section?: string;
                /** @description Pages of this version, and pages without one. */
                version?: string;
            };
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
                "If-None-Match"?: string;
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
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
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchPage"];
                };
            };
            /** @description The response you have is current. */
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
    searchSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
    reportSearchClick: {
        parameters: {
            query?: never;
            header?: {
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
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
                "application/json": components["schemas"]["SearchClickBody"];
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
                    "application/json": components["schemas"]["SearchClick"];
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
    suggestPages: {
        parameters: {
            query: {
                /** @description Path of the page the reader is on. Nearby pages rank higher. */
                currentPath?: string;
                /** @description Pages in this language, e.g. `en`. */
                language?: string;
                /** @description Maximum number of suggestions. */
                limit?: number;
                /** @description What the reader has typed so far. */
                query: string;
                /** @description Pages of this version, and pages without one. */
                version?: string;
            };
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
                "If-None-Match"?: string;
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
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
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuggestionList"];
                };
            };
            /** @description The response you have is current. */
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
    getLlmsFull: {
        parameters: {
            query?: never;
            header?: {
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
            query?: {
                /** @description Lists the pages of this group alone. */
                group?: string;
            };
            header?: {
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
    getPageMarkdown: {
        parameters: {
            query?: never;
            header?: {
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
            };
            path: {
                /**
                 * @description The domain identifier of the documentation site.
                 * @example acme-docs
                 */
                domain: string;
                /**
                 * @description Path of the page. Slashes stay as they are, and `.md` may follow.
                 * @example guides/flags.md
                 */
                page: string;
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
                    "text/markdown": string;
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
    getWidget: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
                "If-None-Match"?: string;
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetConfig"];
                };
            };
            /** @description The response you have is current. */
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
    rateAnswer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
                /** @description `strict` leaves `threadId` out of `finish`, for clients that reject unknown fields. `literal` includes it. */
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
                    /** @description The question's thread. Send it as `threadId` to continue the thread. */
                    "X-Thread-Id"?: string;
                    /** @description `v1`: the UI message stream of chat client library generation 5 and later. */
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
            header?: {
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
            };
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
                    /** @description `v1`: the UI message stream of chat client library generation 5 and later. */
                    "X-Vercel-AI-UI-Message-Stream"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description No answer is running in this conversation. */
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
            header?: {
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
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
            /** @description The message was accepted and needs no response. */
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
            /** @description The message violates the protocol: a JSON-RPC error. */
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
    getServerCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
                "If-None-Match"?: string;
                /** @description Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only. */
                "X-Reader-Token"?: string;
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
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/mcp-server-card+json": components["schemas"]["ServerCard"];
                };
            };
            /** @description The response you have is current. */
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
            /** @description `missing_key`: Missing API key. `invalid_key`: Invalid API key. `expired_key`: Expired API key. `revoked_key`: Revoked API key. `invalid_reader_token`: Invalid reader token. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "missing_key" | "invalid_key" | "expired_key" | "revoked_key" | "invalid_reader_token";
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
    callAdminMcp: {
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
            /** @description The message was accepted and needs no response. */
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
            /** @description The message violates the protocol: a JSON-RPC error. */
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
            /** @description Progress lines for people. Empty lines keep the connection open. */
            200: {
                headers: {
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Sunset: components["headers"]["Sunset"];
                    /** @description The branch for the changes. */
                    "X-Branch-Name"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description Id of the session, sent before the stream's first byte. */
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
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
            /** @description The response you have is current. */
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
                /** @description Number of newest sessions to skip. */
                skip?: number;
                /** @description Maximum number of sessions. Default: up to 1,000. */
                take?: number;
            };
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
            /** @description The response you have is current. */
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
    getAssistantConversations: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description First day or time, ISO 8601 or YYYY-MM-DD, in UTC. */
                dateFrom?: string;
                /** @description End, ISO 8601 or YYYY-MM-DD, in UTC. Exclusive: results are from before it. */
                dateTo?: string;
                /** @description `csv` returns the rows as a table. The next page's cursor is then in `X-Next-Cursor`. */
                format?: "json" | "csv";
                /** @description Maximum rows per page. */
                limit?: number;
            };
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
                    "application/json": components["schemas"]["ConversationList"];
                    "text/csv": string;
                };
            };
            /** @description The response you have is current. */
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
    getAssistantCallerStats: {
        parameters: {
            query?: {
                /** @description First day or time, ISO 8601 or YYYY-MM-DD, in UTC. */
                dateFrom?: string;
                /** @description End, ISO 8601 or YYYY-MM-DD, in UTC. Exclusive: results are from before it. */
                dateTo?: string;
            };
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
                    "application/json": components["schemas"]["CallerStats"];
                };
            };
            /** @description The response you have is current. */
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
    getAssistantThread: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The project's id, copied from the API keys page.
                 * @example prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA
                 */
                projectId: string;
                /**
                 * @description The thread's id, from a conversation, or as its reader knows it if the service issued it.
                 * @example thr_01KADZ4XM2C8V0R4N7T9W3Y5HB
                 */
                threadId: string;
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
                    "application/json": components["schemas"]["ConversationThread"];
                };
            };
            /** @description The response you have is current. */
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
    getFeedback: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description First day or time, ISO 8601 or YYYY-MM-DD, in UTC. */
                dateFrom?: string;
                /** @description End, ISO 8601 or YYYY-MM-DD, in UTC. Exclusive: results are from before it. */
                dateTo?: string;
                /** @description `csv` returns the rows as a table. The next page's cursor is then in `X-Next-Cursor`. */
                format?: "json" | "csv";
                /** @description Maximum rows per page. */
                limit?: number;
                /** @description `contextual` is a rating with a comment, `thumbs_only` one without. There is no feedback of the other two. */
                source?: "code_snippet" | "contextual" | "agent" | "thumbs_only";
                /** @description Comma-separated statuses: `pending`, `in_progress`, `resolved`, `dismissed`. */
                status?: string;
            };
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
                    "application/json": components["schemas"]["FeedbackList"];
                    "text/csv": string;
                };
            };
            /** @description The response you have is current. */
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
    getFeedbackByPage: {
        parameters: {
            query?: {
                /** @description First day or time, ISO 8601 or YYYY-MM-DD, in UTC. */
                dateFrom?: string;
                /** @description End, ISO 8601 or YYYY-MM-DD, in UTC. Exclusive: results are from before it. */
                dateTo?: string;
                /** @description `csv` returns the rows as a table. The next page's cursor is then in `X-Next-Cursor`. */
                format?: "json" | "csv";
                /** @description Maximum rows per page. */
                limit?: number;
                /** @description `contextual` is a rating with a comment, `thumbs_only` one without. There is no feedback of the other two. */
                source?: "code_snippet" | "contextual" | "agent" | "thumbs_only";
                /** @description Comma-separated statuses: `pending`, `in_progress`, `resolved`, `dismissed`. */
                status?: string;
            };
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
                    "application/json": components["schemas"]["FeedbackByPage"];
                    "text/csv": string;
                };
            };
            /** @description The response you have is current. */
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
    getCitedPages: {
        parameters: {
            query?: {
                /** @description First day or time, ISO 8601 or YYYY-MM-DD, in UTC. */
                dateFrom?: string;
                /** @description End, ISO 8601 or YYYY-MM-DD, in UTC. Exclusive: results are from before it. */
                dateTo?: string;
                /** @description `csv` returns the rows as a table. The next page's cursor is then in `X-Next-Cursor`. */
                format?: "json" | "csv";
                /** @description Maximum rows per page. */
                limit?: number;
            };
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
                    "application/json": components["schemas"]["CitedPageList"];
                    "text/csv": string;
                };
            };
            /** @description The response you have is current. */
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
    getSearches: {
        parameters: {
            query?: {
                /** @description `nextCursor` of the previous page. */
                cursor?: string;
                /** @description First day or time, ISO 8601 or YYYY-MM-DD, in UTC. */
                dateFrom?: string;
                /** @description End, ISO 8601 or YYYY-MM-DD, in UTC. Exclusive: results are from before it. */
                dateTo?: string;
                /** @description `csv` returns the rows as a table. The next page's cursor is then in `X-Next-Cursor`. */
                format?: "json" | "csv";
                /** @description Maximum rows per page. */
                limit?: number;
            };
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
                    "application/json": components["schemas"]["SearchTermList"];
                    "text/csv": string;
                };
            };
            /** @description The response you have is current. */
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
    getAnalyticsSummary: {
        parameters: {
            query?: {
                /** @description First day or time, ISO 8601 or YYYY-MM-DD, in UTC. */
                dateFrom?: string;
                /** @description End, ISO 8601 or YYYY-MM-DD, in UTC. Exclusive: results are from before it. */
                dateTo?: string;
                /** @description `csv` returns the rows as a table. The next page's cursor is then in `X-Next-Cursor`. */
                format?: "json" | "csv";
            };
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
                    "application/json": components["schemas"]["AnalyticsSummary"];
                    "text/csv": string;
                };
            };
            /** @description The response you have is current. */
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
    getTopics: {
        parameters: {
            query?: {
                /** @description First day or time, ISO 8601 or YYYY-MM-DD, in UTC. */
                dateFrom?: string;
                /** @description End, ISO 8601 or YYYY-MM-DD, in UTC. Exclusive: results are from before it. */
                dateTo?: string;
                /** @description `csv` returns the rows as a table. The next page's cursor is then in `X-Next-Cursor`. */
                format?: "json" | "csv";
                /** @description Maximum rows per page. */
                limit?: number;
            };
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
                    "application/json": components["schemas"]["TopicList"];
                    "text/csv": string;
                };
            };
            /** @description The response you have is current. */
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
    triggerWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The project's id, copied from the API keys page.
                 * @example prj_01KADYYBE5JT5Q3T6ZXM9WQ8RA
                 */
                projectId: string;
                /**
                 * @description The automation's id or its name.
                 * @example follow-app
                 */
                schemaId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggeredWorkflow"];
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
            /** @description `conflict`: Conflict. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "conflict";
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
    createAgentJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. 1 to 255 ASCII characters without spaces. */
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
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
            /** @description The response you have is current. */
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
                /** @description Id of the last event you received. The stream resumes after it. */
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
            /** @description Server-sent events. Each has a numeric `id:` and one `data:` line with a JSON object (`x-event-schema`). Comments keep the connection open. */
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
                /** @description Makes retries safe: for 24 hours, a repeated request returns the first response. 1 to 255 ASCII characters without spaces. */
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
                /** @description `true` for archived jobs only, `false` for jobs that aren't archived. Omit it for all jobs. */
                archived?: "true" | "false";
                cursor?: string;
                limit?: number;
                status?: "active" | "completed" | "failed";
            };
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
            /** @description The response you have is current. */
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
    changeSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the source, unique in the project. The agent reads `@name/path`.
                 * @example app
                 */
                name: string;
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
                "application/json": components["schemas"]["ChangeSource"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
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
            /** @description `conflict`: Conflict. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "conflict";
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
    removeSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the source, unique in the project. The agent reads `@name/path`.
                 * @example app
                 */
                name: string;
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
                    "application/json": components["schemas"]["RemovedSource"];
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
    listSources: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
                    "application/json": components["schemas"]["SourceList"];
                };
            };
            /** @description The response you have is current. */
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
    addSource: {
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
                "application/json": components["schemas"]["AddSource"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
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
            /** @description `conflict`: Conflict. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "conflict";
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
    listAutomations: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
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
                    "application/json": components["schemas"]["AutomationList"];
                };
            };
            /** @description The response you have is current. */
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
    createAutomation: {
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
                "application/json": components["schemas"]["AutomationBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
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
            /** @description `conflict`: Conflict. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "conflict";
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
    getAutomation: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The automation's id or its name.
                 * @example follow-app
                 */
                automationId: string;
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
                    "application/json": components["schemas"]["Automation"];
                };
            };
            /** @description The response you have is current. */
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
    changeAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The automation's id or its name.
                 * @example follow-app
                 */
                automationId: string;
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
                "application/json": components["schemas"]["AutomationBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
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
            /** @description `conflict`: Conflict. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "conflict";
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
    pauseAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The automation's id or its name.
                 * @example follow-app
                 */
                automationId: string;
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
                "application/json": components["schemas"]["PauseAutomationBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
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
    removeAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The automation's id or its name.
                 * @example follow-app
                 */
                automationId: string;
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
                    "application/json": components["schemas"]["RemovedAutomation"];
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
            /** @description `conflict`: Conflict. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "conflict";
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
    runAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The automation's id or its name.
                 * @example follow-app
                 */
                automationId: string;
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
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationRun"];
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
    listAutomationRuns: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: {
                /** @description `ETag` of the response you have. If nothing changed, the response is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description The automation's id or its name.
                 * @example follow-app
                 */
                automationId: string;
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
                    "application/json": components["schemas"]["AutomationRunList"];
                };
            };
            /** @description The response you have is current. */
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
    rotateAutomationSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The automation's id or its name.
                 * @example follow-app
                 */
                automationId: string;
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
                    "application/json": components["schemas"]["AutomationSecret"];
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
            /** @description `conflict`: Conflict. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "conflict";
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
    triggerAutopilot: {
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
                "application/json": components["schemas"]["CreateJobBody"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggeredAutopilot"];
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
}
