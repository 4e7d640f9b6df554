import { AddressRefusedError } from "@docsteward/platform/guarded-addresses";

const BY_CODE: Record<string, string> = {
  ECONNREFUSED: "The endpoint refuses connections.",
  ECONNRESET: "The endpoint broke the connection off.",
  EPIPE: "The endpoint broke the connection off.",
  ENOTFOUND: "The name of the endpoint cannot be resolved.",
  EAI_AGAIN: "The name of the endpoint cannot be resolved just now.",
  EHOSTUNREACH: "The endpoint cannot be reached.",
  ENETUNREACH: "The endpoint cannot be reached.",
  CERT_HAS_EXPIRED: "The certificate of the endpoint has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The endpoint's certificate is signed by itself, so nobody vouches for it.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate of the endpoint is for another name.",
};

/** Says in a sentence why no answer came. */
export function explainFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof AddressRefusedError)
    return `${error.message} WEBHOOK_ALLOWED_NETWORKS opens networks of your own.`;
  const { name, code, message } = error as Error & { code?: string };
  if (name === "TimeoutError") return `The endpoint did not answer within ${timeoutMs / 1_000} seconds.`;
  return BY_CODE[code ?? ""] ?? `The endpoint could not be reached: ${code ?? message}.`;
}

/** Says in a sentence what is wrong with an answer; null when it is a yes. */
export function explainStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) {
    return `The endpoint answered ${status}, and redirects are not followed: set the address that it leads to.`;
  }
  return `The endpoint answered ${status}.`;
}
