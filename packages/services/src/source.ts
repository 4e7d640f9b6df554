import { AppError } from "@docsteward/contract/error";
import type { AddSource, ChangeSource, Source } from "@docsteward/contract/source-operations";
import type { Project, Source as SourceRow } from "@docsteward/db/client";
import { resolveRef } from "@docsteward/git/cache/job-refs";
import { listRemote } from "@docsteward/git/cache/remote-refs";
import { GitError } from "@docsteward/git/error";
import type { HostKind, RepositoryAccess } from "@docsteward/git/host";
import type { PlainCredential } from "@docsteward/git/plain/access";
import { runRemoteGit } from "@docsteward/git/run/run-remote-git";
import { newId } from "@docsteward/platform/id";
import { recordAudit } from "./audit/record.ts";
import { inTransaction, type ProjectContext, type SystemContext } from "./context.ts";
import { repositoryAccess, sourceAccess } from "./git-host.ts";
import { ownerOf, requireRepositoryOf } from "./project/create.ts";
import { findRepository } from "./project/source.ts";
import { deleteUnusedCredentials, findCredential, parseCredential, storeCredential } from "./repository-credential.ts";
import { type RepositoryUse, useOf } from "./repository-use.ts";

const MAX_SOURCES = 50;

/** The project's sources, by name. */
export async function listSources({ db, project }: ProjectContext): Promise<{ sources: Source[] }> {
  const rows = await db.source.findMany({ where: { projectId: project.id }, orderBy: { name: "asc" } });
  return { sources: rows.map(toSource) };
}

function toSource({ name, repository, ref, lastReadAt, lastCommit, lastError, createdAt }: SourceRow): Source {
  const lastRead = lastReadAt && { at: lastReadAt.toISOString(), commit: lastCommit, error: lastError };
  return { name, repository, ref, lastRead, createdAt: createdAt.toISOString() };
}

/**
 * Lets the project's jobs read another repository. It is looked at first, so that a wrong name or ref is refused now.
 *
 * @throws AppError `invalid_request` with what is wrong with the repository or its ref, `role_too_low` for a path, `conflict` when the
 *   name is taken or there are 50
 */
export async function addSource(ctx: ProjectContext, input: AddSource): Promise<Source> {
  const { actor, clock, project } = ctx;
  const { name, repository: repo } = input;
  const given = input.credential ? parseCredential(input.credential) : null;
  // An operator may use any repository that the App or the machine has.
  if (actor.kind !== "operator") await requireRepositoryOf(ctx, { repo, credential: input.credential });
  const { archivedName: _, ...found } = await refusing("repository", () =>
    findRepository(ctx, { repo, credential: given }),
  );
  const grantedAccount = actor.kind === "operator" ? ownerOf(found) : null;
  const use = { ...useOf(project, found), grantedAccount };
  const place = { organizationId: project.organizationId, repository: found.repository };
  const credential = given && (await requireNewCredential(ctx, { ...place, host: found.host, credential: given }));
  const ref = await checkRef({ access: accessOf(ctx, { use, credential }), ref: input.ref });
  return inTransaction(ctx, async (ctx) => {
    await lockSources(ctx);
    await requireFree(ctx, name);
    const projectId = project.id;
    if ((await ctx.db.source.count({ where: { projectId } })) >= MAX_SOURCES) {
      throw new AppError("conflict", `This project has ${MAX_SOURCES} sources, which is the limit. Remove one first.`);
    }
    const row = await ctx.db.source.create({
      data: { ...found, id: newId("src"), projectId, name, ref, grantedAccount, createdAt: clock.now() },
    });
    if (credential) await storeCredential(ctx, { ...place, credential });
    await audit(ctx, { action: "source.added", row });
    return toSource(row);
  });
}

type EnteredCredential = { organizationId: string; repository: string; host: HostKind; credential: PlainCredential };

/** A source's token may only read: it must not take the place of one that a project pushes with. */
async function requireNewCredential(
  ctx: ProjectContext,
  { host, credential, ...place }: EnteredCredential,
): Promise<PlainCredential> {
  const refusal = (message: string) =>
    new AppError("invalid_request", message, { details: [{ path: "credential", message }] });
  if (host !== "git") throw refusal("A token or private key needs the https or ssh URL of a Git repository.");
  if ((await findCredential(ctx, place)) === null) return credential;
  throw refusal("Your organization already has a token or key for this repository. Add the source without one.");
}

/** By the credential that was entered, else as jobs will. An SSH server's first host key is kept with the entered one. */
function accessOf(
  ctx: ProjectContext,
  { use, credential }: { use: RepositoryUse; credential: PlainCredential | null },
): () => Promise<RepositoryAccess> {
  if (credential === null) return () => sourceAccess(ctx, use);
  const onHostKeys = (lines: string) => {
    if (credential.kind === "ssh") credential.knownHosts ??= lines;
  };
  return () => repositoryAccess(ctx, { repository: use.repository, organizationId: null, credential, onHostKeys });
}

/** @throws AppError `not_found`, `invalid_request` for an unknown ref, `conflict` when the name is taken */
export async function changeSource(
  ctx: ProjectContext,
  { name, change }: { name: string; change: ChangeSource },
): Promise<Source> {
  const before = await requireSource(ctx, name);
  if (change.ref !== undefined && change.ref !== before.ref)
    await checkRef({
      access: () => sourceAccess(ctx, { ...useOf(ctx.project, before), grantedAccount: before.grantedAccount }),
      ref: change.ref,
    });
  return inTransaction(ctx, async (ctx) => {
    await lockSources(ctx);
    const { id } = await requireSource(ctx, name);
    if (change.name !== undefined && change.name !== name) await requireFree(ctx, change.name);
    const row = await ctx.db.source.update({ where: { id, projectId: ctx.project.id }, data: change });
    await audit(ctx, { action: "source.changed", row });
    return toSource(row);
  });
}

/** @throws AppError `not_found` */
export async function removeSource(ctx: ProjectContext, { name }: { name: string }): Promise<{ name: string }> {
  return inTransaction(ctx, async (ctx) => {
    await lockSources(ctx);
    const row = await requireSource(ctx, name);
    await ctx.db.source.delete({ where: { id: row.id, projectId: ctx.project.id } });
    await deleteUnusedCredentials(ctx, ctx.project);
    await audit(ctx, { action: "source.removed", row });
    return { name };
  });
}

/** Changes that come at the same time happen one after another: rows, names and the count are looked up before the write. */
async function lockSources({ db, project }: ProjectContext): Promise<void> {
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`source:${project.id}`}))::text`;
}

async function requireSource({ db, project }: ProjectContext, name: string): Promise<SourceRow> {
  const row = await db.source.findUnique({ where: { projectId_name: { projectId: project.id, name } } });
  if (row === null) throw new AppError("not_found", `Source @${name} not found.`);
  return row;
}

async function requireFree({ db, project }: ProjectContext, name: string): Promise<void> {
  if ((await db.source.count({ where: { projectId: project.id, name } })) === 0) return;
  throw new AppError("conflict", `The project has a source @${name}. Choose another name.`);
}

async function audit(
  ctx: ProjectContext,
  { action, row }: { action: "source.added" | "source.changed" | "source.removed"; row: SourceRow },
): Promise<void> {
  const { id: projectId, organizationId } = ctx.project;
  const { id: targetId, name, repository, ref } = row;
  await recordAudit(ctx, { organizationId, projectId, action, targetId, details: { name, repository, ref } });
}

/** @returns the ref; the repository's default branch where none is given */
async function checkRef({ access, ref }: { access: () => Promise<RepositoryAccess>; ref?: string }): Promise<string> {
  return refusing(ref === undefined ? "repository" : "ref", async () => {
    if (ref !== undefined) {
      const sha = await resolveRef({ remoteGit: (run) => runRemoteGit(access, { timeoutMs: 60_000, ...run }) }, ref);
      // The whole name of a commit is found without its repository.
      if (sha === ref) await listRemote(access);
      return ref;
    }
    const { defaultBranch, branches } = await listRemote(access);
    if (defaultBranch !== null && branches.has(defaultBranch)) return defaultBranch;
    throw new GitError("ref_not_found", `The repository has no default branch. Enter a ref.`);
  });
}

/** What git says about a repository, as the error of a field. */
async function refusing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new AppError("invalid_request", error.message, { cause: error, details: [{ path, message: error.message }] });
  }
}

const MAX_ERROR = 500;

/** A source as a job reads it. */
type ReadableSource = {
  name: string;
  repository: string;
  ref: string;
  /** Asked before every call to the repository: whether the project may still read it is checked each time. */
  access(): Promise<RepositoryAccess>;
  /** Keeps which commit a job read last, or why it could read none. */
  note(read: { commit: string } | { error: string }): Promise<void>;
};

/** The sources of a job's project, by name. */
export async function listReadableSources(
  ctx: SystemContext,
  { project }: { project: Project },
): Promise<ReadableSource[]> {
  const { db, clock } = ctx;
  const rows = await db.source.findMany({ where: { projectId: project.id }, orderBy: { name: "asc" } });
  return rows.map(({ id, name, repository, hostRepositoryId, grantedAccount, ref }) => ({
    name,
    repository,
    ref,
    access: () => sourceAccess(ctx, { ...useOf(project, { repository, hostRepositoryId }), grantedAccount }),
    async note(read) {
      const outcome =
        "commit" in read
          ? { lastCommit: read.commit, lastError: null }
          : { lastCommit: null, lastError: read.error.slice(0, MAX_ERROR) };
      // Removed meanwhile, it needs no note.
      await db.source.updateMany({
        where: { id, projectId: project.id },
        data: { lastReadAt: clock.now(), ...outcome },
      });
    },
  }));
}
