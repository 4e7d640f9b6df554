import { setTimeout as sleep } from "node:timers/promises";
import { GitHubError } from "./github-error.ts";
import { type Answer, toErrorAnswer } from "./server/http.ts";
import type { Fault, State } from "./state.ts";

/** Waits as long as a slow answer takes. */
export async function delayFault(fault: Fault): Promise<void> {
  if (fault.kind === "slow") await sleep(fault.delayMs ?? 1000, undefined, { ref: false });
}

/**
 * The fault that this call of a route meets, if any. Each fault counts the calls for itself.
 *
 * @param repository what the call is about, `owner/name`; null for one about none
 */
export function takeFault(state: State, at: string, repository: string | null): Fault | undefined {
  let taken: Fault | undefined;
  for (const fault of state.faults) {
    if (fault.at !== at && fault.at !== "*") continue;
    if (fault.repository !== undefined && fault.repository !== repository) continue;
    if ((fault.after ?? 0) > 0) {
      fault.after = (fault.after ?? 0) - 1;
    } else if (!taken && (fault.times ?? 1) > 0) {
      fault.times = (fault.times ?? 1) - 1;
      taken = fault;
    }
  }
  return taken;
}

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
        errors: [{ resource: "PullRequest", code: "custom", message: "The forge is set to refuse this." }],
      });
    case "server_error":
      return new GitHubError(fault.status ?? 502, "Server Error");
    default:
      return undefined;
  }
}
