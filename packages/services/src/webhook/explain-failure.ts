import { AddressRefusedError } from "@docsteward/platform/guarded-addresses";

const BY_CODE: Record<string, string> = {
  ECONNREFUSED: "The endpoint refused the connection.",
  ECONNRESET: "The endpoint closed the connection.",
  EPIPE: "The endpoint closed the connection.",
  ENOTFOUND: "The endpoint's host name can't be resolved.",
  EAI_AGAIN: "The endpoint's host name can't be resolved at the moment.",
  EHOSTUNREACH: "The endpoint is unreachable.",
  ENETUNREACH: "The endpoint is unreachable.",
  CERT_HAS_EXPIRED: "The endpoint's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The endpoint's certificate is self-signed.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The endpoint's certificate is for another host name.",
};

/** Says in a sentence why no answer came. */
export function explainFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof AddressRefusedError)
    return `${error.message} To allow a private network, add it to WEBHOOK_ALLOWED_NETWORKS.`;
  const { name, code, message } = error as Error & { code?: string };
  if (name === "TimeoutError") return `The endpoint did not answer within ${timeoutMs / 1_000} seconds.`;
  return BY_CODE[code ?? ""] ?? `The endpoint could not be reached: ${code ?? message}.`;
}

/** Says in a sentence what is wrong with an answer; null when it is a yes. */
export function explainStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) {
    return `The endpoint returned ${status}. Redirects aren't followed: set the target URL instead.`;
  }
  return `The endpoint returned ${status}.`;
}
