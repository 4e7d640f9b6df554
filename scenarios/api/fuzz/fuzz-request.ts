import type { DescribedOperation, JsonSchema, OpenApiDocument } from "@docsteward/contract/openapi/document";
import fc from "fast-check";
import { nastyBytes, nastyContentType, nastyHeader, nastyText, nastyValue } from "./nasty.ts";

/** How the body is put on the wire: whole with its length, in chunks, or cut short in either form. */
type Framing = "length" | "chunked" | "cut" | "cut-chunk";

export type FuzzRequest = {
  /** Of the document. */
  path: string;
  method: string;
  /** What is sent. */
  target: string;
  /** False when the address or the method was bent, so that another part of the service may answer. */
  isPlain: boolean;
  headers: [name: string, value: string][];
  body: Buffer | null;
  framing: Framing;
};

/** What requests are made of: values for each parameter of a path, and for the `Authorization` header of each kind of key. */
export type FuzzVocabulary = {
  params: Record<string, readonly string[]>;
  authorizations: Record<"admin" | "assistant", readonly string[]>;
};

type Place = { path: string; method: string; operation: DescribedOperation };

/** Requests at every operation of a document. */
export function fuzzRequests(document: OpenApiDocument, vocabulary: FuzzVocabulary): fc.Arbitrary<FuzzRequest> {
  const places = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Place => ({ path, method: method.toUpperCase(), operation })),
  );
  return fc.oneof(...places.map((place) => requestAt(place, document.components.schemas, vocabulary)));
}

function requestAt(
  { path, method, operation }: Place,
  schemas: Record<string, JsonSchema>,
  vocabulary: FuzzVocabulary,
): fc.Arbitrary<FuzzRequest> {
  const kind = operation.security.some((scheme) => "admin" in scheme) ? "admin" : "assistant";
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const parts = fc.record({
    target: targetOf(path, operation, vocabulary),
    bent: seldom(
      fc.constantFrom("PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "HEAD", "FROB", "get", "POST", "GET"),
      20,
    ),
    authorization: fc.constantFrom(...vocabulary.authorizations[kind]),
    extra: seldom(fc.array(nastyHeader, { minLength: 1, maxLength: 2 }), 4),
    contentType: fc.oneof(
      { weight: 12, arbitrary: fc.constant("application/json") },
      { weight: 1, arbitrary: nastyContentType },
    ),
    framing: fc.oneof(
      { weight: 12, arbitrary: fc.constant<Framing>("length") },
      { weight: 2, arbitrary: fc.constant<Framing>("chunked") },
      { weight: 1, arbitrary: fc.constantFrom<Framing>("cut", "cut-chunk") },
    ),
    body: schema === undefined ? seldom(nastyBytes, 12) : bodyOf(toArbitrary(schema, schemas)),
  });
  return parts.map(({ target, bent, authorization, extra, contentType, framing, body }) => ({
    path,
    method: bent ?? method,
    target: target.text,
    isPlain: target.isPlain && (bent ?? method) === method,
    headers: [
      ...(authorization === "" ? [] : ([["Authorization", authorization]] as [string, string][])),
      ...(body === null ? [] : ([["Content-Type", contentType]] as [string, string][])),
      ...(extra ?? []),
    ],
    body,
    framing,
  }));
}

function bodyOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  return fc.oneof(
    { weight: 9, arbitrary: value.map((json) => Buffer.from(JSON.stringify(json) ?? "null")) },
    { weight: 1, arbitrary: nastyBytes },
  );
}

type Target = { text: string; isPlain: boolean };

function targetOf(path: string, operation: DescribedOperation, vocabulary: FuzzVocabulary): fc.Arbitrary<Target> {
  const params = fc.record(
    Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, paramOf(vocabulary.params[name] ?? [])]),
    ),
  );
  const queries = fc.record(
    Object.fromEntries(
      operation.parameters
        .filter((parameter) => parameter.in === "query")
        .map(({ name, schema }) => [name, toArbitrary(schema, {}).map(toQueryText)]),
    ),
    { requiredKeys: [] },
  );
  const bends = fc.constantFrom("//", "/./", "/../", "/%2e%2e/", "\\", ";a=b/", "/%00/", "?", "#", "/\u00e9/");
  return fc.tuple(params, queries, seldom(bends, 25)).map(([values, query, bend]) => {
    const plain = path.replace(/\{(\w+)\}/g, (_, name) => values[name]?.text ?? "");
    const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    const bent =
      bend === null ? plain : plain.replace("/agent/", `/agent${bend}`).replace("/discovery/", `/discovery${bend}`);
    return {
      text: `${bent}${search.length > 0 ? `?${search.join("&")}` : ""}`,
      isPlain: bend === null && Object.values(values).every(({ isPlain }) => isPlain),
    };
  });
}

function paramOf(known: readonly string[]): fc.Arbitrary<Target> {
  const plain = (text: string): Target => ({ text: encode(text), isPlain: !/^\.{0,2}$|\0/.test(text) });
  const raw = nastyText.map((text): Target => ({ text: text.replace(/[\r\n\0 ]/g, "").slice(0, 500), isPlain: false }));
  return fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...known).map(plain) },
    { weight: 2, arbitrary: nastyText.map((text) => plain(text.slice(0, 1_000))) },
    { weight: 1, arbitrary: raw },
  );
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

const toQueryText = (value: unknown) => encode(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Once in so many times a value, else null. */
function seldom<T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

const PLACE = "#/components/schemas/";

/**
 * Values in the neighbourhood of a schema: most of their parts fit, and some do not.
 *
 * @param named the schemas that references lead to
 */
function toArbitrary(schema: JsonSchema, named: Record<string, JsonSchema>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(schema, named) }, { weight: 1, arbitrary: nastyValue });
}

function fitting(schema: JsonSchema, named: Record<string, JsonSchema>): fc.Arbitrary<unknown> {
  const { $ref, enum: options, anyOf, allOf, const: only, type } = schema;
  if (typeof $ref === "string") return toArbitrary(named[$ref.slice(PLACE.length)] ?? {}, named);
  if (Array.isArray(options)) return fc.constantFrom(...options);
  if (only !== undefined) return fc.constant(only);
  const [parts] = [anyOf ?? allOf].filter(Array.isArray);
  if (parts) return fc.oneof(...parts.map((part: JsonSchema) => toArbitrary(part, named)));
  switch (type) {
    case "object":
      return objectOf(schema, named);
    case "array":
      return fc.array(toArbitrary((schema.items ?? {}) as JsonSchema, named), { maxLength: 4 });
    case "string":
      return fc.oneof(
        { weight: 5, arbitrary: fc.string({ minLength: 1, maxLength: 40 }) },
        { weight: 2, arbitrary: nastyText },
      );
    case "integer":
      return fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer());
    case "number":
      return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 0, max: 1 }));
    case "boolean":
      return fc.boolean();
    default:
      return nastyValue;
  }
}

function objectOf(
  { properties = {}, required = [] }: JsonSchema,
  named: Record<string, JsonSchema>,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, field]) => [name, toArbitrary(field, named)] as const,
  );
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: required as string[] });
  const lacking = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  return fc.oneof({ weight: 8, arbitrary: known }, { weight: 1, arbitrary: lacking });
}
