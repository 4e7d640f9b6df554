import { isAbsolute, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { AppError } from "@docsteward/contract/error";
import { listRemote } from "@docsteward/git/cache/remote-refs";
import { GitError } from "@docsteward/git/error";
import { describeRepository } from "@docsteward/git/github/repositories";
import { isScpAddress, parseRepositoryName, toRepositoryAddress } from "@docsteward/git/github/repository-name";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { hostKindOf, repositoryAccess } from "../git-host.ts";
import { addIndexRequest } from "../site/index-request.ts";

/** Where a project's pages come from, as its row keeps it. */
export type ProjectSource = {
  host: "local" | "github";
  repository: string;
  hostRepositoryId: string | null;
  baseRef: string;
};

/**
 * Finds the repository that a person means, and makes sure that jobs can work on it.
 *
 * @throws AppError `invalid_request` with what is wrong and what to do
 */
export async function resolveSource(ctx: SystemContext, input: { repo: string; ref?: string }): Promise<ProjectSource> {
  try {
    const { archivedName, ...found } = await findRepository(ctx, input);
    if (archivedName !== null) throw archived(archivedName);
    const baseRef = await checkRepository(ctx, {
      use: { repository: found.repository, organizationId: null },
      ref: input.ref,
    });
    return { ...found, baseRef };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new AppError("invalid_request", error.message, {
      cause: error,
      details: [{ path: "repo", message: error.message }],
    });
  }
}

type FoundRepository = Omit<ProjectSource, "baseRef"> & {
  /** How its host names it, where it is archived there. */
  archivedName: string | null;
};

/** Finds the repository that a person means, by the name that it has now: a former one leads to it. */
export async function findRepository(
  { github }: Pick<SystemContext, "github">,
  { repo }: { repo: string },
): Promise<FoundRepository> {
  const app = await github.current();
  const given = normalizeRepositoryUrl(repo, app?.webUrl ?? github.webUrl);
  const host = hostKindOf(given);
  const name = app && host === "github" ? parseRepositoryName(given, app.webUrl) : null;
  const found = app && name ? await describeRepository(app, name) : null;
  return {
    host,
    repository: found?.address ?? given,
    hostRepositoryId: found?.id ?? null,
    archivedName: found?.isArchived ? found.fullName : null,
  };
}

function archived(name: string): GitError {
  return new GitError(
    "repository_archived",
    `The repository ${name} is archived and read-only. Unarchive it, or choose another one.`,
  );
}

/**
 * Makes sure that jobs can work on a repository: it exists, has commits, and has the branch.
 *
 * @param ref the branch; by default the repository's default branch
 * @returns the branch
 * @throws AppError `invalid_request` with what is wrong and what to do
 */
export async function checkRepository(
  ctx: Pick<SystemContext, "github" | "db">,
  input: { use: Parameters<typeof repositoryAccess>[1]; ref?: string },
): Promise<string> {
  const { use, ref } = input;
  const { repository } = use;
  try {
    const { hasCommits, defaultBranch, branches } = await listRemote(
      () => repositoryAccess(ctx, use),
      ref ? [ref] : undefined,
    );
    if (!hasCommits) throw refusal(`The repository ${repository} has no commits yet. Commit the pages first.`);
    const branch = ref ?? defaultBranch;
    if (branch && branches.has(branch)) return branch;
    throw refusal(
      `The repository ${repository} has no branch "${branch ?? "HEAD"}". Set the branch that jobs start from.`,
    );
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw refusal(error.code === "repository_not_found" ? missing(repository, error) : error.message, error);
  }
}

/** Git's message contains no path: a person who mistyped it must see which path was used. */
function missing(repository: string, error: GitError): string {
  if (hostKindOf(repository) !== "local") return error.message;
  return `No Git repository found at ${fileURLToPath(repository)} on the server. Check the path.`;
}

function refusal(sentence: string, cause?: unknown): AppError {
  return new AppError("invalid_request", sentence, { cause, details: [{ path: "repo", message: sentence }] });
}

/**
 * Brings what a person calls a repository into the one form that is stored: `file:///…` with an absolute path, or the address of
 * a repository at GitHub.
 *
 * @param text a path (relative ones start at this process's working folder), a `file://` URL, or an address at GitHub
 * @param webUrl where the GitHub is that the App is at: `https://github.com`
 * @throws AppError `invalid_request` for everything else
 */
export function normalizeRepositoryUrl(text: string, webUrl: string): string {
  const given = text.trim();
  if (given === "" || given.includes("\0")) throw refusal("The repository must be a path or a file:// URL.");
  if (/^file:/i.test(given)) return pathToFileURL(fromFileUrl(given)).href;
  const isRemote = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) || isScpAddress(given);
  if (!isRemote) return pathToFileURL(isAbsolute(given) ? given : resolve(given)).href;
  const name = parseRepositoryName(given, webUrl);
  if (name) return toRepositoryAddress(webUrl, name);
  throw refusal(
    `${withoutSecrets(given)} isn't a repository at ${webUrl}. Enter a URL there, or clone the repository and enter the clone's path.`,
  );
}

function fromFileUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw refusal(`"${url}" isn't a file URL of this machine. Use the form file:///srv/docs.git.`, cause);
  }
}

function withoutSecrets(address: string): string {
  return address.replace(/\/\/[^/@]*@/, "//");
}

/** Input of `connectRepository`: `owner/name` at GitHub, and a branch; the default branch by default. */
export type ConnectRepository = z.infer<typeof ConnectRepository>;
/** Input of `connectRepository`; without `ref`, the default branch. */
export const ConnectRepository = z.object({ fullName: z.string().max(200), ref: z.string().max(300).optional() });

/**
 * Gives the project a repository at GitHub, of those that its organization may use. The pages are indexed anew; jobs at work
 * end on the repository they began with.
 *
 * @throws AppError `not_found` for a repository that this organization was not given, `invalid_request` with what is wrong with it
 */
export async function connectRepository(
  ctx: ProjectContext,
  { fullName, ref }: ConnectRepository,
): Promise<ProjectSource> {
  const { db, project, github } = ctx;
  const known = await db.gitHubRepository.findFirst({
    where: {
      fullName: { equals: fullName, mode: "insensitive" },
      installation: { organizationId: project.organizationId },
    },
  });
  if (!known) {
    throw new AppError(
      "not_found",
      `${ctx.organization.name} has no access to the repository ${fullName}. Select it for the GitHub App, or ask an owner of this installation.`,
    );
  }
  const [owner = "", name = ""] = known.fullName.split("/");
  const webUrl = (await github.current())?.webUrl ?? github.webUrl;
  const source = await resolveSource(ctx, { repo: toRepositoryAddress(webUrl, { owner, name }), ref });
  await inTransaction(ctx, async (within) => {
    const { id: projectId, organizationId } = project;
    await within.db.project.update({ where: { id: projectId }, data: { ...source, grantedAccount: null } });
    await addIndexRequest(within, { projectId, reason: "person" });
    const details = { repository: source.repository, baseRef: source.baseRef };
    await recordAudit(within, { organizationId, projectId, action: "project.updated", targetId: projectId, details });
    afterCommit(within, () => ctx.memory.forget());
  });
  return source;
}
