import {
  AddressRefusedError,
  createNetworkPolicy,
  type GuardedAnswer,
  type GuardedPost,
  postGuarded,
} from "@docsteward/platform/guarded-http";
import { inSpan } from "@docsteward/platform/tracing";
import { Webhook } from "standardwebhooks";
import type { SystemContext } from "../context.ts";

/** Tests set the bounds of an attempt. */
export type PostSignedOptions = { timeoutMs?: number; resolve?: GuardedPost["resolve"] };

/** What came of a try; `error` is null when it was delivered. */
export type AttemptOutcome = { at: Date; durationMs: number; answer: GuardedAnswer | null; error: string | null };

type SignedPost = PostSignedOptions & {
  /** The `webhook-id`. */
  id: string;
  url: string;
  body: string;
  secrets: readonly string[];
};

const TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 1_000;

/** Sends a message to an address that a person entered, signed (Standard Webhooks) where there is a secret. It never throws: the outcome says what went wrong. */
export async function postSigned(
  ctx: SystemContext,
  { id, url: address, body, secrets, timeoutMs = TIMEOUT_MS, resolve }: SignedPost,
): Promise<AttemptOutcome> {
  const at = ctx.clock.now();
  const startedMs = performance.now();
  const ended = () => ({ at, durationMs: Math.round(performance.now() - startedMs) });
  const url = new URL(address);
  const headers = {
    "content-type": "application/json",
    "user-agent": "Docsteward-Webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    ...(secrets.length > 0 && {
      "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
    }),
  };
  try {
    const isAllowed = createAddressPolicy(ctx, { url });
    const attributes = { "http.request.method": "POST", "server.address": url.hostname };
    const answer = await inSpan("POST", { kind: "client", attributes }, async (span) => {
      const traced = span.traceparent === null ? headers : { ...headers, traceparent: span.traceparent };
      const message = { url, headers: traced, body, timeoutMs, maxTextBytes: MAX_RESPONSE_BYTES, isAllowed, resolve };
      const answer = await postGuarded(message);
      span.set({ "http.response.status_code": answer.status });
      if (answer.status >= 400) span.fail(String(answer.status));
      return answer;
    });
    return { ...ended(), answer, error: explainStatus(answer.status) };
  } catch (error) {
    return { ...ended(), answer: null, error: explainFailure(error, timeoutMs) };
  }
}

const BY_CODE: Record<string, string> = {
  ECONNREFUSED: "The endpoint refused the connection.",
  ECONNRESET: "The endpoint closed the connection.",
  EPIPE: "The endpoint closed the connection.",
  ENOTFOUND: "The endpoint's host name can't be resolved.",
  EAI_AGAIN: "The endpoint's host name can't be resolved right now.",
  EHOSTUNREACH: "The endpoint is unreachable.",
  ENETUNREACH: "The endpoint is unreachable.",
  CERT_HAS_EXPIRED: "The endpoint's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The endpoint's certificate is self-signed.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The endpoint's certificate is for another host name.",
};

/** Says in a sentence why no answer came. */
function explainFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof AddressRefusedError)
    return `${error.message} To allow a private network, add it to WEBHOOK_ALLOWED_NETWORKS.`;
  const { name, code, message } = error as Error & { code?: string };
  if (name === "TimeoutError") return `The endpoint did not answer within ${timeoutMs / 1_000} seconds.`;
  return BY_CODE[code ?? ""] ?? `The endpoint could not be reached: ${code ?? message}.`;
}

/** Says in a sentence what is wrong with an answer; null when it is a yes. */
function explainStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) {
    return `The endpoint returned ${status}. Redirects aren't followed: set the target URL instead.`;
  }
  return `The endpoint returned ${status}.`;
}

/** Which addresses the endpoints of this installation may have, over the protocol of `url`. */
function createAddressPolicy({ webhooks }: SystemContext, { url }: { url: URL }): (address: string) => boolean {
  const isAllowed = createNetworkPolicy(webhooks.allowedNetworks);
  return (address) => isAllowed(address, url);
}
