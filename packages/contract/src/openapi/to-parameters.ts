import type { Operation } from "../operation.ts";
import type { JsonSchema, Parameter } from "./document.ts";
import { isConditional } from "./headers.ts";
import type { SchemaBook } from "./schema-book.ts";

const IDEMPOTENCY_KEY =
  "Makes retries safe: for 24 hours, a repeated request returns the first response. 1 to 255 ASCII characters without spaces.";
const LAST_EVENT_ID = "Id of the last event you received. The stream resumes after it.";
const IF_NONE_MATCH = "`ETag` of the response you have. If nothing changed, the response is 304 without a body.";

/** All that an operation reads from the path, the query and the headers, but the key. */
export function toParameters(operation: Operation, book: SchemaBook): Parameter[] {
  const { params, query, idempotent, produces, requestHeaders = {} } = operation;
  const headers = {
    ...(idempotent && { "Idempotency-Key": IDEMPOTENCY_KEY }),
    ...(produces === "event-stream" && { "Last-Event-ID": LAST_EVENT_ID }),
    ...(isConditional(operation) && { "If-None-Match": IF_NONE_MATCH }),
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
