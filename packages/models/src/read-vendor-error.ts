import { APICallError } from "@ai-sdk/provider";

/** The facts of a failed call, in one form for all providers. */
export type VendorError = {
  status?: number;
  /** The vendor's own words, type and code, in lower case, for matching only. */
  words: string;
  /** The vendor's message as it came. May hold anything, a piece of the key included. */
  message: string;
  /** Codes of the operating system and of the HTTP client, e.g. `ECONNREFUSED`. */
  codes: string[];
  names: string[];
  retryAfterSeconds?: number;
};

type Loose = Record<string, unknown>;

/** What tells one failure from another comes first. A server may send megabytes. */
const MAX_CHARACTERS = 8_000;

/** Gathers the facts of an error and its causes: SDK errors, retry errors, error events of a stream, network and abort errors. */
export function readVendorError(error: unknown): VendorError {
  const chain = causesOf(error);
  const call = chain.find((candidate) => APICallError.isInstance(candidate));
  const fields = (name: string) => chain.flatMap((link) => [link[name], asLoose(link.error)?.[name]]);
  const texts = (name: string) => fields(name).filter((value) => typeof value === "string");
  const status = [...fields("statusCode"), ...fields("status")].find((value) => typeof value === "number");
  const said = [...texts("message"), ...texts("type"), ...fields("code").map(String), call?.responseBody ?? ""];
  return {
    status: call?.statusCode ?? status,
    words: said
      .map((text) => text.slice(0, MAX_CHARACTERS))
      .join("\n")
      .toLowerCase(),
    message: (call?.message ?? texts("message")[0] ?? String(error)).slice(0, MAX_CHARACTERS),
    codes: texts("code"),
    names: texts("name"),
    retryAfterSeconds: readRetryAfter(call?.responseHeaders),
  };
}

/** The error, the last try behind a retry error, and the causes of each: outermost first. */
function causesOf(error: unknown): (Loose & Partial<APICallError>)[] {
  const chain: Loose[] = [];
  let next: unknown = error;
  while (chain.length < 10) {
    const link = asLoose(next) ?? (typeof next === "string" ? { message: next } : undefined);
    if (link === undefined || chain.includes(link)) break;
    chain.push(link);
    next = link.lastError ?? link.cause;
  }
  return chain;
}

function asLoose(value: unknown): Loose | undefined {
  return typeof value === "object" && value !== null ? (value as Loose) : undefined;
}

function readRetryAfter(headers: Record<string, string> | undefined): number | undefined {
  const value = headers?.["retry-after"];
  if (value === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
