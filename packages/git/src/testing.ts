import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { devNull, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { fetchJobHeads, type JobHeads } from "./fetch-job.ts";
import type { CommitSha, Source } from "./host.ts";
import { localAccess } from "./local/access.ts";
import { openWorkspace } from "./open-workspace.ts";
import { openRepositoryCache, type RepositoryCache } from "./repository-cache.ts";
import type { Workspace } from "./workspace.ts";

const execute = promisify(execFile);

export type TestRepository = AsyncDisposable & {
  /** Folder of the repository: the bare repository itself, or the working tree. */
  path: string;
  /** `file:///…` */
  url: string;
  branch: string;
  source(docsPath?: string, ref?: string): Source;
  /** Runs git in the repository and returns what it prints, trimmed. */
  git(...args: string[]): Promise<string>;
  /** Commits on a branch (made from the default branch when new) without touching any working tree; null deletes a file. */
  commit(files: Record<string, string | Uint8Array | null>, branch?: string): Promise<CommitSha>;
  /** Stores content and returns the name of its blob. */
  hashObject(content: string | Uint8Array): Promise<string>;
  /** Adds entries of any mode to the default branch, as `git update-index --index-info` reads them. */
  commitEntries(lines: readonly string[]): Promise<CommitSha>;
  /** Puts the default branch on a tree that git itself would refuse to write: links, files, folders (null) of any name. */
  commitRawTree(entries: readonly { mode: string; name: string; content: string | null }[]): Promise<CommitSha>;
  /** A file's text on a branch, or null. */
  read(path: string, branch?: string): Promise<string | null>;
  head(branch?: string): Promise<CommitSha>;
  remove(): Promise<void>;
};

export type RepositoryOptions = {
  /** Without a working tree. True unless told. */
  bare?: boolean;
  branch?: string;
  /** Name of the folder, for spaces and umlauts. */
  name?: string;
};

/**
 * Makes a real repository in a temporary folder, with one commit of `files` (none when there are no files).
 *
 * Remove it with `remove()` or `await using`.
 */
export async function makeRepository(
  files: Record<string, string | Uint8Array>,
  { bare = true, branch = "main", name = "repository" }: RepositoryOptions = {},
): Promise<TestRepository> {
  const folder = await mkdtemp(join(tmpdir(), "docsteward-test-"));
  const path = join(folder, name);
  await mkdir(path);
  const repository = describeRepository({ path, branch, remove: () => rm(folder, { recursive: true, force: true }) });
  await repository.git("init", "--quiet", "--initial-branch", branch, ...(bare ? ["--bare"] : []));
  if (Object.keys(files).length > 0) await repository.commit(files);
  if (!bare && Object.keys(files).length > 0) await repository.git("reset", "--quiet", "--hard");
  return repository;
}

function describeRepository(at: { path: string; branch: string; remove(): Promise<void> }): TestRepository {
  const { path, branch: main, remove } = at;
  const url = pathToFileURL(path).href;
  const git = async (...args: string[]) => (await runPlainGit(path, args)).trim();
  const head = (branch = main) => git("rev-parse", "--verify", `refs/heads/${branch}`);
  return {
    path,
    url,
    branch: main,
    source: (docsPath = "", ref = main) => ({ repository: url, ref, docsPath }),
    git,
    head,
    commit: (files, branch = main) => commitFiles({ path, main, files, branch }),
    hashObject: async (content) => (await runPlainGit(path, ["hash-object", "-w", "--stdin"], toBytes(content))).trim(),
    commitEntries: (lines) => commitEntries(path, main, lines),
    commitRawTree: (entries) => commitRawTree(path, main, entries),
    read: (file, branch = main) => runPlainGit(path, ["show", `refs/heads/${branch}:${file}`]).catch(() => null),
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

async function commitFiles(request: {
  path: string;
  main: string;
  branch: string;
  files: Record<string, string | Uint8Array | null>;
}): Promise<CommitSha> {
  const { path, main, branch, files } = request;
  const parent = await resolve(path, branch).then((sha) => sha ?? resolve(path, main));
  const lines = [
    `commit refs/heads/${branch}\n`,
    "committer Ada Example <ada@example.com> 1767225600 +0000\n",
    ...data(`Change ${Object.keys(files).join(", ")}`),
    ...(parent ? [`from ${parent}\n`] : []),
    ...Object.entries(files).flatMap(([file, content]) =>
      content === null ? [`D ${quote(file)}\n`] : [`M 100644 inline ${quote(file)}\n`, ...data(content)],
    ),
    "done\n",
  ];
  const stream = Buffer.concat(lines.map(toBytes));
  await runPlainGit(path, ["fast-import", "--quiet", "--done", "--force"], stream);
  return (await runPlainGit(path, ["rev-parse", `refs/heads/${branch}`])).trim();
}

async function commitEntries(path: string, branch: string, lines: readonly string[]): Promise<CommitSha> {
  const ref = `refs/heads/${branch}`;
  await runPlainGit(path, ["read-tree", ref]);
  await runPlainGit(path, ["update-index", "--index-info"], Buffer.from(lines.map((line) => `${line}\n`).join("")));
  const tree = (await runPlainGit(path, ["write-tree", "--missing-ok"])).trim();
  const commit = (await runPlainGit(path, ["commit-tree", tree, "-p", ref, "-m", "Entries"])).trim();
  await runPlainGit(path, ["update-ref", ref, commit]);
  return commit;
}

async function commitRawTree(
  path: string,
  branch: string,
  entries: readonly { mode: string; name: string; content: string | null }[],
): Promise<CommitSha> {
  const write = async (type: string, bytes: Uint8Array) =>
    (await runPlainGit(path, ["hash-object", "-w", "--literally", "-t", type, "--stdin"], bytes)).trim();
  const rows: Uint8Array[] = [];
  for (const { mode, name, content } of entries) {
    const sha = content === null ? await write("tree", new Uint8Array()) : await write("blob", toBytes(content));
    rows.push(Buffer.from(`${mode.replace(/^0/, "")} ${name}\0`), Buffer.from(sha, "hex"));
  }
  const tree = await write("tree", Buffer.concat(rows));
  const who = "Ada Example <ada@example.com> 1767225600 +0000";
  const commit = await write("commit", Buffer.from(`tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nRaw\n`));
  await runPlainGit(path, ["update-ref", `refs/heads/${branch}`, commit]);
  return commit;
}

const toBytes = (content: string | Uint8Array) => (typeof content === "string" ? Buffer.from(content) : content);

const quote = (file: string) => `"${file.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;

function data(content: string | Uint8Array): (string | Uint8Array)[] {
  const bytes = toBytes(content);
  return [`data ${bytes.length}\n`, bytes, "\n"];
}

async function resolve(path: string, branch: string): Promise<string | null> {
  const found = await runPlainGit(path, ["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]).catch(() => null);
  return found?.trim() ?? null;
}

/** Git as a person runs it, with no configuration but the repository's. */
async function runPlainGit(cwd: string, args: string[], stdin?: Uint8Array): Promise<string> {
  const running = execute("git", ["-c", "user.name=Ada Example", "-c", "user.email=ada@example.com", ...args], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: "/nonexistent",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: devNull,
      LC_ALL: "C",
    },
    maxBuffer: 256 * 1024 * 1024,
  });
  if (stdin) running.child.stdin?.end(stdin);
  return (await running).stdout;
}

/** A folder for data of the service, removed by `remove()` or `await using`. */
export async function makeDataDir(): Promise<AsyncDisposable & { path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "docsteward-data-"));
  const remove = () => rm(path, { recursive: true, force: true });
  return { path, remove, [Symbol.asyncDispose]: remove };
}

/** Writes files below a folder, making folders as needed. */
export async function writeFiles(folder: string, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
}

export type TestJob = AsyncDisposable & {
  cache: RepositoryCache;
  workspace: Workspace;
  heads: JobHeads;
};

/** Opens a job's workspace on a repository as the agent does: the cache, the heads, the files. */
export async function openTestJob(input: {
  repository: TestRepository;
  dataDir: string;
  jobId?: string;
  docsPath?: string;
  ref?: string;
  branch?: string;
}): Promise<TestJob> {
  const { repository, dataDir, jobId = "job_1", docsPath = "", ref = repository.branch, branch = null } = input;
  const cache = await openTestCache(repository, dataDir);
  const heads = await fetchJobHeads(cache, { jobId, ref, branch });
  const startSha = heads.branchSha ?? heads.baseSha;
  const workspace = await openWorkspace(cache, { jobId, docsPath, baseSha: heads.baseSha, startSha });
  return {
    cache,
    workspace,
    heads,
    async [Symbol.asyncDispose]() {
      await workspace.close();
      cache.close();
    },
  };
}

/** The cache of a test repository. */
export function openTestCache({ url }: TestRepository, dataDir: string): Promise<RepositoryCache> {
  return openRepositoryCache({ dataDir, repository: url, access: async () => localAccess(url) });
}
