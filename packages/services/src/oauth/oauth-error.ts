/** What the protocol calls a refusal (RFC 6749, RFC 7591, RFC 8707). */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "access_denied";

/** A refusal in the protocol's own code, with a sentence for people. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: OAuthErrorCode;
  /** Where the client waits for the refusal; null while it is not known whether the address is the client's. */
  readonly back: string | null;

  constructor(
    code: OAuthErrorCode,
    message: string,
    { back = null, cause }: { back?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.back = back;
  }
}

/** Whether an error is such a refusal. A process may hold several copies of the class. */
export function isOAuthError(error: unknown): error is OAuthError {
  return error instanceof Error && error.name === "OAuthError";
}
