import type { GitHubError } from "../github-error.ts";

/** What a route says: JSON, or a page where `html` is given. */
export type Answer = { status: number; body?: unknown; html?: string; headers?: Record<string, string> };

/** An answer with a JSON body. */
export const ok = (body: unknown, status = 200): Answer => ({ status, body });

/** An error in the body that GitHub gives it. */
export function toErrorAnswer({ status, message, errors, headers }: GitHubError): Answer {
  const body = {
    message,
    ...(errors === undefined ? {} : { errors }),
    documentation_url: "https://docs.github.com/rest",
    status: `${status}`,
  };
  return { status, body, headers };
}
