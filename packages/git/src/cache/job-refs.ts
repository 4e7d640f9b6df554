import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { GitError } from "../error.ts";
import type { CommitSha } from "../host.ts";
import { fetchWithin } from "./fetch-within.ts";
import { parseRemoteRefs } from "./remote-refs.ts";
import { type RepositoryCache, withCorruptionReport } from "./repository-cache.ts";

/** Heads of a job's base and branch, as last fetched. */
export type JobHeads = {
  baseSha: CommitSha;
  /** Head of the job's branch in the repository; null when there is none yet. */
  branchSha: CommitSha | null;
};

const HEADS = "refs/heads/";

/** The refs of a job in the cache: they keep its commits from being cleaned away. */
export const jobRef = (jobId: string, name: "base" | "branch" | "start" | "push" | "fork") =>
  `refs/jobs/${jobId}/${name}`;

/**
 * Brings the commits a job begins with into the cache, without their files: the head of the base ref, and of the job's branch
 * where the repository has it.
 *
 * @throws GitError `repository_empty`, `ref_not_found`, and what reaching the repository can end with
 */
export async function fetchJobHeads(
  cache: RepositoryCache,
  input: { jobId: string; ref: string; branch: string | null; onBase?: (sha: CommitSha) => Promise<void> },
): Promise<JobHeads> {
  const { jobId, ref, branch, onBase } = input;
  const heads = await withCorruptionReport(cache, () => readHeads(cache, branch === null ? [ref] : [ref, branch]));
  const baseSha = heads.get(ref);
  if (baseSha === undefined) throw await toMissingRef(cache, ref);
  await onBase?.(baseSha);
  const branchSha = (branch === null ? undefined : heads.get(branch)) ?? null;
  const wanted = [
    ...((await isKept(cache, baseSha)) ? [] : [[baseSha, jobRef(jobId, "base")]]),
    ...(branchSha === null ? [] : [[branchSha, jobRef(jobId, "branch")]]),
  ];
  await withCorruptionReport(cache, async () => {
    for (const [sha = "", name = ""] of wanted) await pinCommit(cache, sha, name);
  });
  return { baseSha, branchSha };
}

const WHOLE_NAME = /^[0-9a-f]{40}$/;

/**
 * Finds the commit that a branch, a tag or a whole name of a commit stands for now. A branch goes before a tag of the same name.
 *
 * @throws GitError `ref_not_found`, `repository_empty`
 */
export async function resolveRef(cache: Pick<RepositoryCache, "remoteGit">, ref: string): Promise<CommitSha> {
  if (WHOLE_NAME.test(ref)) return ref;
  const names = [`${HEADS}${ref}`, `refs/tags/${ref}^{}`, `refs/tags/${ref}`];
  const { stdout } = await cache.remoteGit({ args: ["ls-remote", "--quiet", "origin", ...names] });
  const found = new Map(parseRemoteRefs(stdout.toString("utf8")).map(({ name, sha }) => [name, sha]));
  if (found.size === 0) await requireCommits(cache);
  const sha = names.map((name) => found.get(name)).find((one) => one !== undefined);
  if (sha !== undefined) return sha;
  throw new GitError("ref_not_found", `The repository has no branch or tag ${ref}. Check its name.`);
}

/** Brings one commit into the cache, when it is not there, and keeps it there by a ref of the job. */
export async function pinCommit(cache: RepositoryCache, sha: CommitSha, ref: string): Promise<void> {
  const before = await lastFetch(cache);
  if (await tryHold(cache, sha, ref)) return;
  using _ = await cache.lockFetch();
  // Another job may have fetched it while this one waited for its turn.
  if ((await lastFetch(cache)) !== before && (await tryHold(cache, sha, ref))) return;
  await fetchWithin(cache, { args: ["--depth=1", "--filter=blob:none", "origin", `+${sha}:${ref}`] });
}

/** Tells one fetch from the next without a process: each leaves a pack. Null where the cache is damaged, which git will say. */
async function lastFetch({ gitDir }: RepositoryCache): Promise<bigint | null> {
  const packs = await stat(join(gitDir, "objects/pack"), { bigint: true }).catch(() => null);
  return packs?.mtimeNs ?? null;
}

/** git sets no ref to a commit it does not have. */
async function tryHold(cache: RepositoryCache, sha: CommitSha, ref: string): Promise<boolean> {
  const { code } = await cache.git({ args: ["update-ref", ref, sha], okCodes: [1, 128] });
  return code === 0;
}

/** Brings the whole history of a commit into the cache, without files: everything below what jobs begin with. */
export async function fetchHistory(cache: RepositoryCache, sha: CommitSha): Promise<void> {
  using _ = await cache.lockFetch();
  const { stdout } = await cache.git({ args: ["rev-list", "--max-parents=0", sha] });
  const roots = stdout.toString("latin1").split("\n").filter(Boolean);
  await fetchWithin(cache, { args: [`--depth=${2 ** 31 - 1}`, "--filter=blob:none", "origin", ...roots] });
}

/**
 * Fetches blobs the cache lacks, all in one request.
 *
 * @param shas names of blobs; those that are there already cost a look-up only
 */
export async function fetchBlobs(cache: RepositoryCache, shas: readonly string[]): Promise<void> {
  const before = await lastFetch(cache);
  const wanted = await findMissing(cache, shas);
  if (wanted.length === 0) return;
  using _ = await cache.lockFetch();
  // Another job may have fetched them while this one waited for its turn.
  const missing = (await lastFetch(cache)) === before ? wanted : await findMissing(cache, wanted);
  if (missing.length === 0) return;
  // Nothing to negotiate: the objects are named, and the commits the cache has say nothing about blobs.
  const config = ["fetch.negotiationAlgorithm=noop"];
  const args = ["--filter=blob:none", "--stdin", "origin"];
  await fetchWithin(cache, { args, config, stdin: `${missing.join("\n")}\n` });
}

async function findMissing(cache: RepositoryCache, shas: readonly string[]): Promise<string[]> {
  if (shas.length === 0) return [];
  const { stdout } = await cache.git({
    args: ["cat-file", "--batch-check", "--buffer"],
    stdin: `${[...new Set(shas)].join("\n")}\n`,
  });
  return stdout
    .toString("latin1")
    .split("\n")
    .flatMap((line) => (line.endsWith(" missing") ? [line.slice(0, line.indexOf(" "))] : []));
}

/** Where the branches are now, in the repository itself. */
export async function readHeads(cache: RepositoryCache, branches: readonly string[]): Promise<Map<string, CommitSha>> {
  const known = await cache.readLocalHeads(branches);
  if (known !== null) return known;
  const patterns = branches.map((branch) => `${HEADS}${branch}`);
  const { stdout } = await cache.remoteGit({ args: ["ls-remote", "--quiet", "origin", ...patterns] });
  const refs = parseRemoteRefs(stdout.toString("utf8"));
  if (refs.length === 0) await requireCommits(cache);
  return new Map(
    refs.flatMap(({ name, sha }) => (patterns.includes(name) ? [[name.slice(HEADS.length), sha] as const] : [])),
  );
}

async function requireCommits(cache: Pick<RepositoryCache, "remoteGit">): Promise<void> {
  const { stdout } = await cache.remoteGit({ args: ["ls-remote", "--quiet", "origin"], maxBytes: 1, overflow: "cut" });
  if (stdout.length > 0) return;
  throw new GitError(
    "repository_empty",
    "The repository has no commits. Commit the pages first, then send the job again.",
  );
}

/** Where the cache begins when it asks for what is new: the last commit a job began with. */
const KEPT = "refs/kept/base";

/** Whether the last job began with this commit. It is in the cache then, and stays there while the cache is open. */
async function isKept({ gitDir }: RepositoryCache, sha: CommitSha): Promise<boolean> {
  return (await readRef(gitDir, KEPT)) === sha;
}

/** Refs of the cache are never packed: each is a file. */
async function readRef(gitDir: string, ref: string): Promise<CommitSha | null> {
  const text = await readFile(join(gitDir, ref), "latin1").catch(() => null);
  return text?.trim() ?? null;
}

/**
 * Lets go of a job's refs. One commit stays known, so that the next fetch brings only what is new since.
 *
 * A job that was aborted lets go, too, and one that found the cache broken ends all the same: clean-up drops what is left.
 */
export async function releaseJobRefs(cache: RepositoryCache, jobId: string): Promise<void> {
  const signal = undefined;
  try {
    const folder = `refs/jobs/${jobId}`;
    const names = (await readdir(join(cache.gitDir, folder)).catch((): string[] => [])).filter(
      (name) => !name.includes("."),
    );
    if (names.length === 0) return;
    const { gitDir } = cache;
    const kept = (await readRef(gitDir, jobRef(jobId, "base"))) ?? (await readRef(gitDir, jobRef(jobId, "start")));
    const lines = [...(kept ? [`update ${KEPT} ${kept}`] : []), ...names.map((name) => `delete ${folder}/${name}`)];
    await cache.git({ args: ["update-ref", "--stdin"], stdin: `${lines.join("\n")}\n`, signal });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
}

/** Says why a project's base ref is no branch of its repository, as far as that can be seen: people give tags, and full names. */
async function toMissingRef(cache: RepositoryCache, ref: string): Promise<GitError> {
  if (ref.startsWith(HEADS)) {
    const name = ref.slice(HEADS.length);
    return new GitError(
      "ref_not_found",
      `The project's base ref ${ref} is a full ref name. Set it to the branch name: ${name}.`,
    );
  }
  const tag = `refs/tags/${ref}`;
  const { stdout } = await cache.remoteGit({ args: ["ls-remote", "--quiet", "origin", tag] });
  const isTag = parseRemoteRefs(stdout.toString("utf8")).some(({ name }) => name === tag);
  return new GitError(
    "ref_not_found",
    isTag
      ? `The project's base ref ${ref} is a tag. Set it to a branch.`
      : `The repository has no branch ${ref}. Check the project's base ref.`,
  );
}
