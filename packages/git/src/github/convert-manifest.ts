import { Octokit } from "@octokit/core";
import { GitError } from "../error.ts";
import { GitHubRefusal } from "./github-error.ts";
import { DEFAULT_RETRY_POLICY, gitHubFetch, sendRequest } from "./send-request.ts";

/** An App that was just made, with all its secrets: GitHub shows them this once. */
export type CreatedApp = {
  appId: string;
  slug: string;
  name: string;
  /** Its public page. */
  url: string;
  privateKey: string;
  /** Null for one that was made without events. */
  webhookSecret: string | null;
};

/**
 * Gets the App that a person has made from a manifest in the browser, for the code that GitHub sent them back with.
 *
 * @throws GitError `app_credentials` for a code that is spent, an hour old or made up
 */
export async function convertManifest({ apiUrl, code }: { apiUrl: string; code: string }): Promise<CreatedApp> {
  const { request } = new Octokit({ baseUrl: apiUrl, userAgent: "docsteward", request: { fetch: gitHubFetch } });
  // Sent once: after a second try, a lost answer and a used code would look the same.
  const sender = { request, now: () => new Date(), patience: { ...DEFAULT_RETRY_POLICY, tries: 1 } };
  try {
    const made = await sendRequest((send) => send("POST /app-manifests/{code}/conversions", { code }), sender);
    return {
      appId: String(made.id),
      slug: made.slug ?? "",
      name: made.name,
      url: made.html_url,
      privateKey: made.pem,
      webhookSecret: made.webhook_secret || null,
    };
  } catch (error) {
    if (!(error instanceof GitHubRefusal)) throw error;
    throw new GitError(
      "app_credentials",
      "The code from GitHub is invalid: it was used or is older than an hour. Connect the App again.",
      { cause: error },
    );
  }
}
