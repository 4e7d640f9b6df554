import { ERRORS, type PublicErrorCode } from "../error.ts";
import { errorsOf, type Operation, type Produces } from "../operation.ts";
import { Problem } from "../problem.ts";
import type { DescribedResponse, Example, MediaType } from "./document.ts";
import { headersOf, isConditional } from "./headers.ts";
import { problemExample } from "./problem-example.ts";
import type { SchemaRegistry } from "./schema-book.ts";

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
export function toResponses(operation: Operation, book: SchemaRegistry): Record<string, DescribedResponse> {
  const codes = errorsOf(operation);
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  const problem = book.add(Problem, "output");
  const own = Object.entries(operation.responseHeaders ?? {}).map(
    ([name, description]) => [name, { description, schema: { type: "string" } }] as const,
  );
  return {
    "200": {
      description: operation.produces === "json" ? "Done." : STREAMS[operation.produces],
      headers: { ...headersOf(operation, 200), ...Object.fromEntries(own) },
      content: {
        [MEDIA_TYPES[operation.produces]]: toContent(operation, book),
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
