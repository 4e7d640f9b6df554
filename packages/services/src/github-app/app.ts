import { AppError } from "@docsteward/contract/error";
import type { Organization } from "@docsteward/db/client";
import { GitError, MISCONFIGURED } from "@docsteward/git/error";
import type { GitHubApp } from "@docsteward/git/github/github-app";
import type { SystemContext } from "../context.ts";
import { requireOperator } from "../organization.ts";

/**
 * Checks that the actor may decide over the GitHub App, which serves the whole installation: the operator, and owners of its first
 * organization.
 *
 * @returns that organization; null while there is none
 * @throws AppError `role_too_low`
 */
export function requireAppOwner(ctx: SystemContext): Promise<Organization | null> {
  return requireOperator(
    ctx,
    (name) => `The GitHub App serves all organizations here, so only owners of ${name} can change it. Ask one of them.`,
  );
}

/** An App as GitHub tells of it: its short name in addresses, its name and its page. */
export type AppDescription = { slug: string; name: string; url: string };

/** Asks GitHub about the App, which proves its key. @throws GitError when GitHub does not answer, or does not know the key */
export async function describeApp(app: GitHubApp): Promise<AppDescription> {
  const found = await app.asApp((request) => request("GET /app"));
  return { slug: found?.slug ?? "", name: found?.name ?? "", url: found?.html_url ?? "" };
}

/** What GitHub would not do, for the person who asked: in its own sentence. */
export function toGitHubError(error: unknown): unknown {
  if (!(error instanceof GitError)) return error;
  return new AppError(MISCONFIGURED.has(error.code) ? "conflict" : "upstream_error", error.message, { cause: error });
}
