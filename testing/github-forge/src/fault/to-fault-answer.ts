import { GitHubError } from "../github-error.ts";
import type { Answer } from "../server/answer.ts";
import { toErrorAnswer } from "../server/answer.ts";
import type { Fault } from "./fault.ts";

/** The answer that a fault gives in place of the real one; undefined where it only changes how that one arrives. */
export function toFaultAnswer(fault: Fault, now: Date): Answer | undefined {
  const error = toError(fault, now);
  return error && toErrorAnswer(error);
}

function toError(fault: Fault, now: Date): GitHubError | undefined {
  const seconds = fault.seconds ?? 1;
  switch (fault.kind) {
    case "bad_credentials":
      return new GitHubError(401, "Bad credentials");
    case "secondary_limit":
      return new GitHubError(
        403,
        "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
        { headers: { "retry-after": `${seconds}` } },
      );
    case "primary_limit":
      return new GitHubError(403, "API rate limit exceeded for installation ID 1.", {
        headers: {
          "x-ratelimit-limit": "5000",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-used": "5000",
          "x-ratelimit-resource": "core",
          "x-ratelimit-reset": `${Math.ceil(now.getTime() / 1000) + seconds}`,
        },
      });
    case "too_many_requests":
      return new GitHubError(429, "Too many requests.", { headers: { "retry-after": `${seconds}` } });
    case "forbidden":
      return new GitHubError(403, "Resource not accessible by integration");
    case "not_found":
      return new GitHubError(404, "Not Found");
    case "unprocessable":
      return new GitHubError(422, "Validation Failed", {
        errors: [{ resource: "PullRequest", code: "custom", message: "The forge was told to refuse this." }],
      });
    case "server_error":
      return new GitHubError(fault.status ?? 502, "Server Error");
    default:
      return undefined;
  }
}
