import { ERRORS, type PublicErrorCode } from "../error.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { errorsOf, type Operation, type Produces, takesBody } from "../operation.ts";
import { Problem } from "../problem.ts";
import { toCodeSamples } from "./code-samples.ts";
import {
  type DescribedOperation,
  type DescribedResponse,
  type Example,
  type JsonSchema,
  type MediaType,
  type OpenApiDocument,
  type Parameter,
  toRateLimit,
} from "./document.ts";
import { headersOf, isConditional, SHARED_HEADERS } from "./headers.ts";
import { problemExample } from "./problem-example.ts";
import { createSchemaBook, type SchemaRegistry } from "./schema-book.ts";

const TAGS = {
  jobs: {
    name: "Agent jobs",
    description: "Turn a prompt into page edits and a pull request. Requires an admin key.",
  },
  assistant: {
    name: "Assistant",
    description: "Answer questions from the pages of one site. Requires an assistant key.",
  },
  analytics: {
    name: "Analytics",
    description: "What readers ask and search for, and how they rate answers. Requires an admin key.",
  },
  deprecated: { name: "Version 1", description: "Deprecated. Each operation names its replacement." },
} as const;

const DESCRIPTION = `Agent jobs edit the pages of a documentation site and open a pull request; the assistant answers readers from those pages.

Every operation requires an API key: \`Authorization: Bearer <key>\`. All errors are \`application/problem+json\`: \`error\` is a message for people, \`code\` is for programs. Unknown fields in a request body are ignored. Responses can gain new fields within a version.

Default limits, which the operator can change: ${DEFAULT_LIMITS.bodyBytes} bytes per body, ${DEFAULT_LIMITS.promptCharacters} characters per prompt or question, ${DEFAULT_LIMITS.messages} messages per conversation, and ${DEFAULT_LIMITS.contextItems} context items of ${DEFAULT_LIMITS.contextCharacters} characters per question. Larger requests return 413 or 400. An operation's \`x-rate-limits\` lists the limits that its calls count against.`;

/** Describes operations as an OpenAPI document, from the very schemas that parse their requests. */
export function buildOpenApi(operations: readonly Operation[], { version }: { version: string }): OpenApiDocument {
  const book = createSchemaBook();
  const paths: OpenApiDocument["paths"] = {};
  for (const operation of operations) {
    const described = describe(operation, book);
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: described };
  }
  const used = new Set(operations.map(tagOf));
  const codes = new Set(operations.flatMap(errorsOf));
  return {
    openapi: "3.1.1",
    info: {
      title: "Docsteward",
      version,
      summary: "Agent jobs and a docs assistant for documentation sites, self-hosted.",
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This installation" }],
    tags: Object.values(TAGS).filter((tag) => used.has(tag)),
    paths,
    components: {
      schemas: book.schemas(),
      headers: SHARED_HEADERS,
      examples: Object.fromEntries([...codes].sort().map((code) => [code, toExample(code)])),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function toExample(code: PublicErrorCode): Example {
  return { summary: ERRORS[code].title, value: problemExample(code) };
}

const SECURITY_SCHEMES = {
  admin: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "svc_…",
    description: "A secret for servers. Gives access to every project of its organization.",
  },
  assistant: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "svc_dsc_…",
    description: "Safe to publish in a page. Gives access to the assistant of one site.",
  },
};

function describe(operation: Operation, book: SchemaRegistry): DescribedOperation {
  const { id, summary, description, auth, scope, limits, deprecated, example } = operation;
  return {
    operationId: id,
    tags: [tagOf(operation).name],
    summary,
    description,
    ...(deprecated && { deprecated: true }),
    security: [{ [auth]: [] }],
    parameters: toParameters(operation, book),
    ...(takesBody(operation) && {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: book.add(operation.body, "input"),
            ...(example?.body !== undefined && { examples: { request: { value: example.body } } }),
          },
        },
      },
    }),
    responses: toResponses(operation, book),
    "x-required-scope": scope,
    ...(limits.length > 0 && { "x-rate-limits": limits.map(toRateLimit) }),
    "x-codeSamples": toCodeSamples(operation),
  };
}

function tagOf({ deprecated, auth, path }: Operation): (typeof TAGS)[keyof typeof TAGS] {
  if (deprecated) return TAGS.deprecated;
  if (path.startsWith("/v1/analytics/")) return TAGS.analytics;
  return auth === "admin" ? TAGS.jobs : TAGS.assistant;
}

const IDEMPOTENCY_KEY =
  "Makes retries safe: for 24 hours, a repeated request returns the first response. 1 to 255 ASCII characters without spaces.";
const LAST_EVENT_ID = "Id of the last event you received. The stream resumes after it.";
const IF_NONE_MATCH = "`ETag` of the response you have. If nothing changed, the response is 304 without a body.";

const READER_TOKEN =
  "Signed token (JWT) that proves the reader's groups, for projects that restrict pages to groups. Without it, the answer holds unrestricted pages only.";

/** All that an operation reads from the path, the query and the headers, but the key. */
function toParameters(operation: Operation, book: SchemaRegistry): Parameter[] {
  const { auth, params, query, idempotency, produces, requestHeaders = {} } = operation;
  const headers = {
    ...(idempotency !== null && { "Idempotency-Key": IDEMPOTENCY_KEY }),
    ...(produces === "event-stream" && { "Last-Event-ID": LAST_EVENT_ID }),
    ...(isConditional(operation) && { "If-None-Match": IF_NONE_MATCH }),
    ...(auth === "assistant" && { "X-Reader-Token": READER_TOKEN }),
    ...requestHeaders,
  };
  return [
    ...fromObject(book.add(params, "input"), "path"),
    ...fromObject(book.add(query, "input"), "query"),
    ...Object.entries(headers).map(
      ([name, description]): Parameter => ({
        name,
        in: "header",
        required: false,
        description,
        schema: { type: "string" },
      }),
    ),
  ];
}

function fromObject(schema: JsonSchema, place: "path" | "query"): Parameter[] {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = (schema.required ?? []) as string[];
  return Object.entries(properties).map(([name, { description, examples, ...own }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(typeof description === "string" && { description }),
    schema: own,
    ...(Array.isArray(examples) && { example: examples[0] }),
  }));
}

/** The media type of each kind of answer. */
export const MEDIA_TYPES: Record<Produces, string> = {
  json: "application/json",
  "event-stream": "text/event-stream",
  "ui-message-stream": "text/event-stream",
  "data-stream": "text/plain",
  "text-stream": "text/plain",
  text: "text/plain",
  mcp: "application/json",
};

const STREAMS: Record<Exclude<Produces, "json">, string> = {
  "event-stream":
    "Server-sent events. Each has a numeric `id:` and one `data:` line with a JSON object (`x-event-schema`). Comments keep the connection open.",
  "ui-message-stream":
    "Server-sent events in the chat client library's UI message stream (generation 5 and later). Ends with `data: [DONE]`.",
  "data-stream":
    "The chat client library's data stream (generation 4): one part per line, as a code, a colon and JSON.",
  "text-stream": "Progress lines for people. Empty lines keep the connection open.",
  text: "The document.",
  mcp: "One message of the protocol, as JSON or as a server-sent event.",
};

/** What the protocol's own library answers besides, with statuses and bodies of its specification. */
const BY_PROTOCOL: Record<string, DescribedResponse> = {
  "202": { description: "The message was accepted and needs no response.", headers: {} },
  default: {
    description: "The message violates the protocol: a JSON-RPC error.",
    headers: {},
    content: { "application/json": { schema: { type: "object" } } },
  },
};

/** The answers of an operation by status: the good one, and a problem body for each status that its errors have. */
function toResponses(operation: Operation, book: SchemaRegistry): Record<string, DescribedResponse> {
  const codes = errorsOf(operation);
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  const problem = book.add(Problem, "output");
  const own = Object.entries(operation.responseHeaders ?? {}).map(
    ([name, description]) => [name, { description, schema: { type: "string" } }] as const,
  );
  return {
    [operation.status ?? 200]: {
      description: operation.produces === "json" ? "Done." : STREAMS[operation.produces],
      headers: { ...headersOf(operation, operation.status ?? 200), ...Object.fromEntries(own) },
      content: {
        [operation.mediaType ?? MEDIA_TYPES[operation.produces]]: toContent(operation, book),
        ...(operation.table !== undefined && { "text/csv": toTable(operation, operation.table) }),
        ...(operation.produces === "mcp" && { "text/event-stream": toEvent(operation) }),
      },
    },
    ...(operation.produces === "mcp" && BY_PROTOCOL),
    ...(operation.noContent !== undefined && {
      "204": { description: operation.noContent, headers: headersOf(operation, 204) },
    }),
    ...(isConditional(operation) && {
      "304": { description: "The response you have is current.", headers: headersOf(operation, 304) },
    }),
    ...Object.fromEntries(
      statuses.map((status) => {
        const ofStatus = codes.filter((code) => ERRORS[code].status === status);
        return [
          String(status),
          { ...describeErrors(ofStatus, operation, problem), headers: headersOf(operation, status) },
        ];
      }),
    ),
  };
}

function toContent({ produces, response, example }: Operation, book: SchemaRegistry): MediaType {
  const examples = example && { examples: { answer: { value: example.response } } };
  const schema = book.add(response, "output");
  if (MEDIA_TYPES[produces] === "application/json") return { schema, ...examples };
  const isOfEvents = produces === "event-stream";
  return { schema: { type: "string" }, ...(isOfEvents && { "x-event-schema": schema }), ...examples };
}

/** The rows of an answer as CSV. Its example is the line with the names of the columns. */
function toTable({ example }: Operation, table: string): MediaType {
  const rows = (example?.response as Record<string, object[]> | undefined)?.[table] ?? [];
  const value = `${Object.keys(rows[0] ?? {}).join(",")}\r\n`;
  return { schema: { type: "string" }, ...(example && { examples: { answer: { value } } }) };
}

/** The same message as JSON or, for callers of the protocol's earlier versions, as an event. */
function toEvent({ example }: Operation): MediaType {
  const value = `event: message\ndata: ${JSON.stringify(example?.response)}\n\n`;
  return { schema: { type: "string" }, ...(example && { examples: { answer: { value } } }) };
}

function describeErrors(
  codes: PublicErrorCode[],
  operation: Operation,
  problem: MediaType["schema"],
): Omit<DescribedResponse, "headers"> {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(" "),
    content: {
      "application/problem+json": {
        schema: { allOf: [problem, { type: "object", properties: { code: { enum: codes } } }] },
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code, operation)])),
      },
    },
  };
}

/** The document's one example of an error, or the operation's own where it says something else. */
function exampleOf(code: PublicErrorCode, operation: Operation): Example | { $ref: string } {
  const value = problemExample(code, operation);
  const isShared = JSON.stringify(value) === JSON.stringify(problemExample(code));
  return isShared ? { $ref: `#/components/examples/${code}` } : { summary: ERRORS[code].title, value };
}
