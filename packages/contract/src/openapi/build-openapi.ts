import { ERRORS, type PublicErrorCode } from "../error.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { errorsOf, type Operation, takesBody } from "../operation.ts";
import { toCodeSamples } from "./code-samples.ts";
import {
  type DescribedOperation,
  type Example,
  type JsonSchema,
  type OpenApiDocument,
  type Parameter,
  toRateLimit,
} from "./document.ts";
import { isConditional, SHARED_HEADERS } from "./headers.ts";
import { problemExample } from "./problem-example.ts";
import { createSchemaBook, type SchemaRegistry } from "./schema-book.ts";
import { toResponses } from "./to-responses.ts";

const TAGS = {
  jobs: {
    name: "Agent jobs",
    description: "Turn a prompt into page edits and a pull request. Requires an admin key.",
  },
  assistant: {
    name: "Assistant",
    description: "Answer questions from the pages of one site. Requires an assistant key.",
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

function tagOf({ deprecated, auth }: Operation): (typeof TAGS)[keyof typeof TAGS] {
  if (deprecated) return TAGS.deprecated;
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
