export type ErrorDetail = { resource?: string; field?: string; code?: string; message?: string };

/** A refusal in the words of GitHub's API. */
export class GitHubError extends Error {
  override readonly name = "GitHubError";
  readonly status: number;
  readonly errors: ErrorDetail[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    options: { errors?: ErrorDetail[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}

/** The answer for what does not exist, and for what a caller may not know of. */
export const notFound = () => new GitHubError(404, "Not Found");

/** The 422 for fields that are wrong. */
export const invalid = (...errors: ErrorDetail[]) => new GitHubError(422, "Validation Failed", { errors });
