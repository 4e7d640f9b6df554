import { createHash } from "node:crypto";
import { isAbsolute, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { AppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import { RepositoryCredential } from "@docsteward/contract/repository-credential";
import { listRemote } from "@docsteward/git/cache/remote-refs";
import { GitError } from "@docsteward/git/error";
import { describeRepository } from "@docsteward/git/github/repositories";
import { isScpAddress, parseRepositoryName, toRepositoryAddress } from "@docsteward/git/github/repository-name";
import type { HostKind } from "@docsteward/git/host";
import type { PlainCredential } from "@docsteward/git/plain/access";
import { normalizePlainAddress } from "@docsteward/git/plain/address";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { type AccessContext, hostKindOf, type NewUse, repositoryAccess } from "../git-host.ts";
import { deleteUnusedCredentials, findCredential, parseCredential, storeCredential } from "../repository-credential.ts";
import { addIndexRequest } from "../site/index-request.ts";

/** Where a project's pages come from, as its row keeps it. */
export type ProjectSource = {
  host: HostKind;
  repository: string;
  hostRepositoryId: string | null;
  baseRef: string;
};

/** A source that was looked at, and the credential it takes: with the host keys that an SSH server showed. */
export type ResolvedSource = { source: ProjectSource; credential: PlainCredential | null };

type ResolveSource = {
  repo: string;
  ref?: string;
  /** What was entered for a repository at any Git server. */
  credential?: PlainCredential | null;
  /** The organization whose stored credential counts where none was entered. */
  organizationId?: string;
  /** Whether the App is left out, also without a credential; by default with one. */
  isPlain?: boolean;
};

/**
 * Finds the repository that a person means, and makes sure that jobs can work on it.
 *
 * @throws AppError `invalid_request` with what is wrong and what to do
 */
export async function resolveSource(ctx: SystemContext, input: ResolveSource): Promise<ResolvedSource> {
  const { ref, credential = null, organizationId } = input;
  try {
    const { archivedName, ...found } = await findRepository(ctx, input);
    if (archivedName !== null) throw archived(archivedName);
    const { repository } = found;
    if (credential !== null && found.host !== "git") {
      throw refusal(
        "A token or private key needs the https or ssh URL of a Git repository. Enter one, or leave both empty.",
      );
    }
    const stored = organizationId === undefined ? null : await findCredential(ctx, { organizationId, repository });
    const use: NewUse = {
      repository,
      organizationId: null,
      credential: credential ?? stored,
      // The first call shows the keys, and the later ones of this check expect them.
      onHostKeys(lines) {
        if (credential?.kind === "ssh") credential.knownHosts ??= lines;
      },
    };
    const baseRef = await checkRepository(ctx, { use, ref });
    return { source: { ...found, baseRef }, credential };
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
  { repo, credential = null, isPlain = credential !== null }: Pick<ResolveSource, "repo" | "credential" | "isPlain">,
): Promise<FoundRepository> {
  const app = await github.current();
  const given = normalizeRepositoryUrl(repo, app?.webUrl ?? github.webUrl, { isPlain });
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
  ctx: AccessContext,
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
 * Brings what a person calls a repository into the one form that is stored: `file:///…` with an absolute path, the address of a
 * repository at GitHub, or that of a repository at any other Git server.
 *
 * @param text a path (relative ones start at this process's working folder), a `file://` URL, an https or SSH URL
 * @param webUrl where the GitHub is that the App is at: `https://github.com`
 * @param options.isPlain whether git reaches it with a credential of its own, also where the App could
 * @throws AppError `invalid_request` for everything else
 */
export function normalizeRepositoryUrl(text: string, webUrl: string, { isPlain = false } = {}): string {
  const given = text.trim();
  if (given === "" || given.includes("\0")) throw refusal("The repository must be a path or a URL.");
  if (/^file:/i.test(given)) return pathToFileURL(fromFileUrl(given)).href;
  const isRemote = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) || isScpAddress(given);
  if (!isRemote) return pathToFileURL(isAbsolute(given) ? given : resolve(given)).href;
  const name = isPlain ? null : parseRepositoryName(given, webUrl);
  if (name) return toRepositoryAddress(webUrl, name);
  try {
    return normalizePlainAddress(given);
  } catch (error) {
    if (error instanceof GitError) throw refusal(error.message, error);
    throw error;
  }
}

function fromFileUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw refusal(`"${url}" isn't a file URL of this machine. Use the form file:///srv/docs.git.`, cause);
  }
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
  const { source } = await resolveSource(ctx, { repo: toRepositoryAddress(webUrl, { owner, name }), ref });
  await inTransaction(ctx, (within) => changeRepository(within, source));
  return source;
}

async function changeRepository(within: ProjectContext, source: ProjectSource): Promise<void> {
  const { id: projectId, organizationId } = within.project;
  await within.db.project.update({ where: { id: projectId }, data: { ...source, grantedAccount: null } });
  await deleteUnusedCredentials(within, { organizationId });
  await addIndexRequest(within, { projectId, reason: "person" });
  const details = { repository: source.repository, baseRef: source.baseRef };
  await recordAudit(within, { organizationId, projectId, action: "project.updated", targetId: projectId, details });
  afterCommit(within, () => within.memory.forget());
}

/** Input of `connectGitServer`, from the dashboard and the command line. */
export type ConnectGitServer = z.infer<typeof ConnectGitServer>;
/** Input of `connectGitServer`; the default branch without `ref`, the stored credential without `credential`. */
export const ConnectGitServer = z.object({
  repo: Text.max(1_000),
  ref: Text.max(300).optional(),
  credential: RepositoryCredential.optional(),
});

/**
 * Gives the project a repository at any Git server, or its repository another credential. The organization's other projects and
 * sources over the same repository use that credential, too. The pages are indexed anew; jobs at work end on the repository they began
 * with.
 *
 * @throws AppError `invalid_request` with what is wrong with the repository, its URL or the credential
 */
export async function connectGitServer(
  ctx: ProjectContext,
  { repo, ref, credential: entered }: ConnectGitServer,
): Promise<ProjectSource & { hostKeys: string[] }> {
  const { organizationId } = ctx.project;
  const given = entered ? parseCredential(entered) : null;
  // The address of the present repository may also be one of the App.
  const isPlain = given !== null || hostKindOf(repo) === "git";
  const { source, credential } = await resolveSource(ctx, { repo, ref, credential: given, organizationId, isPlain });
  if (source.host !== "git")
    throw refusal("Enter the https or ssh URL of a repository at a Git server, with a token or a private key.");
  await inTransaction(ctx, async (within) => {
    if (credential) await storeCredential(within, { organizationId, repository: source.repository, credential });
    await changeRepository(within, source);
  });
  return { ...source, hostKeys: fingerprintsOf(credential) };
}

/** How an SSH server's host keys are known again: `SHA256:…` as `ssh-keygen -l` prints it. */
export function fingerprintsOf(credential: PlainCredential | null): string[] {
  const lines = credential?.kind === "ssh" ? (credential.knownHosts ?? "").split("\n") : [];
  return lines.flatMap((line) => {
    const [name = "", type = "", key = ""] = line.trim().split(/[ \t]+/, 4);
    if (key === "" || name.startsWith("#")) return [];
    const hash = createHash("sha256").update(Buffer.from(key, "base64")).digest("base64").replaceAll("=", "");
    return [`${type} SHA256:${hash}`];
  });
}
