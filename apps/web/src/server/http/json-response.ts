import { createHash } from "node:crypto";

export type JsonResponseOptions = {
  headers: Record<string, string>;
  /** Of a GET: its answer carries an `ETag`, and one that the caller has already is 304 without a body. */
  request: Request;
};

/** Answers with a JSON document. */
export function jsonResponse(value: unknown, { headers, request }: JsonResponseOptions): Response {
  const text = JSON.stringify(value);
  const all = { ...headers, "Content-Type": "application/json" };
  if (request.method !== "GET" && request.method !== "HEAD") return new Response(text, { headers: all });
  const etag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const revalidated = { ...headers, ETag: etag, "Cache-Control": "private, no-cache" };
  if (isKnown(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers: revalidated });
  return new Response(text, { headers: { ...all, ...revalidated } });
}

function isKnown(header: string | null, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header?.trim() === "*" || (header?.split(",").some((tag) => opaque(tag) === opaque(etag)) ?? false);
}
