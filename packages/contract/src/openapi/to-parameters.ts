import type { Operation } from "../operation.ts";
import type { JsonSchema, Parameter } from "./document.ts";
import { isConditional } from "./headers.ts";
import type { SchemaBook } from "./schema-book.ts";

const IDEMPOTENCY_KEY =
  "Makes a repeated call answer with what the first one did, for 24 hours. 1 to 255 ASCII characters without spaces.";
const LAST_EVENT_ID = "Number of the last event you have seen; the stream goes on behind it.";
const IF_NONE_MATCH =
  "`ETag` of the answer you have; while that still holds you get 304, which costs you nothing to read.";

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
