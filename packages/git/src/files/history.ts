import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isPageFile } from "@docsteward/contract/docs-files";
import { fetchWithin } from "../cache/fetch-within.ts";
import { fetchBlobs } from "../cache/job-refs.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { GitError } from "../error.ts";
import type { CommitSha } from "../host.ts";
import { refuseSpelling } from "../rules/path-rules.ts";
import type { History, LoggedCommit, PageCommit, ShownCommit } from "../workspace.ts";
import { refusal } from "./file-text.ts";

type HistoryInput = {
  cache: RepositoryCache;
  startSha: CommitSha;
  /** Why a path may not be read, as a sentence; null when it may. */
  refuse: (path: string) => string | null;
};

/** Commits that the history reaches back from the job's first one. */
const DEPTH = 500;
const FETCH_MS = 60_000;
/** What a search waits for the history: without it, it finds nearly as much. */
const SEARCH_FETCH_MS = 10_000;
const GIT_MS = 10_000;
const MAX_LOGGED = 30;
const MAX_LINE_COMMITS = 10;
const MAX_BYTES = 400_000;
const MAX_PATCH = 30_000;
const MAX_SHOWN_FILES = 40;
const MAX_MESSAGE = 2_000;
const MAX_LIST_BYTES = 8 * 1024 * 1024;
/** Of the messages in the list of all commits. */
const MAX_LISTED_MESSAGE = 300;
/** Files of one commit in that list. */
const MAX_LISTED_FILES = 50;
/** Of names and subjects, which may be as long as their writer likes. */
const MAX_NAME = 200;

const FIELD = "\u0001";
const FORMAT = ["%H", "%cs", "%an", "%B"].join(FIELD);
/** Begins each commit of a list. No author of a message can know it, so no message passes for a commit. */
const MARK = `\u0002${randomBytes(12).toString("hex")}`;

/**
 * The history behind a job's first commit, as far as {@link DEPTH} commits. The cache holds one commit; the others and their
 * trees are fetched when they are first asked for, and contents only of the files that are shown.
 */
export function openHistory({ cache, startSha, refuse }: HistoryInput): History {
  let reached: Promise<ReadonlySet<string>> | null = null;
  let listed: Promise<PageCommit[]> | null = null;
  const reach = (fetchMs = FETCH_MS) => {
    reached ??= deepen(cache, startSha, fetchMs);
    reached.catch(() => {
      reached = null;
    });
    return reached;
  };
  // What is not here is fetched by name, never by git itself.
  const git = (args: string[], maxBytes = MAX_BYTES) =>
    cache.git({
      args,
      env: { GIT_NO_LAZY_FETCH: "1" },
      timeoutMs: GIT_MS,
      maxBytes,
      overflow: "cut",
    });
  const requirePath = (path: string) => {
    const refused = refuse(path);
    if (refused) throw refusal(refused);
  };
  return {
    async log(path, lines) {
      requirePath(path);
      const ends = await reach();
      // An exact rename is found by names of contents alone.
      const follow = ["log", "--follow", "-M100%", `--max-count=${MAX_LOGGED + 1}`, "--raw", "-z", "--no-abbrev"];
      const { stdout } = await git([...follow, `--format=${MARK}${FORMAT}`, startSha, "--", `:(literal)${path}`]);
      const all = parseLog(stdout.toString("utf8")).filter(({ sha }) => !ends.has(sha));
      const found = { commits: all.slice(0, MAX_LOGGED).map(toLogged), isCut: all.length > MAX_LOGGED };
      if (lines === undefined) return found;
      return logLines({ cache, git, startSha, path, ends }, lines, all);
    },
    async show(name) {
      const sha = await findCommit(await reach(), git, name, startSha);
      return showCommit({ cache, git, refuse }, sha);
    },
    // A history that could not be had is not waited for again.
    pageCommits: () => (listed ??= listPageCommits()),
  };

  async function listPageCommits(): Promise<PageCommit[]> {
    const ends = await reach(SEARCH_FETCH_MS);
    const list = ["log", "--no-merges", "--no-renames", "--name-only", "-z", `--max-count=${DEPTH}`];
    const { stdout } = await git([...list, `--format=${MARK}%H${FIELD}%B`, startSha], MAX_LIST_BYTES);
    const commits = stdout.toString("utf8").split(MARK).slice(1).map(parseListed);
    return commits
      .filter(({ sha }) => !ends.has(sha))
      .map(({ message, names }) => ({
        message,
        paths: names.length > MAX_LISTED_FILES ? [] : names.filter((name) => isPageFile(name) && refuse(name) === null),
      }));
  }
}

/** A commit behind {@link MARK} in a list with names. */
function parseListed(block: string): { sha: string; message: string; names: string[] } {
  const [head = "", ...names] = block.split("\0");
  const [sha = "", ...message] = head.split(FIELD);
  const text = message.join(FIELD).trim().slice(0, MAX_LISTED_MESSAGE);
  return { sha, message: text, names: names.map((name) => name.replace(/^\n/, "")).filter((name) => name !== "") };
}

type RunGit = (args: string[], maxBytes?: number) => ReturnType<RepositoryCache["git"]>;

/**
 * Fetches commits and trees back to the depth, once for all jobs on a cache.
 *
 * @returns the commits at which the history ends because more was not fetched: they seem to add every file
 */
async function deepen(cache: RepositoryCache, sha: CommitSha, fetchMs: number): Promise<ReadonlySet<string>> {
  const count = async () => {
    const { stdout } = await cache.git({ args: ["rev-list", "--count", `--max-count=${DEPTH}`, sha] });
    return Number(stdout.toString("latin1"));
  };
  if ((await readEnds(cache)).size > 0 && (await count()) < DEPTH) {
    const timeUp = AbortSignal.timeout(fetchMs);
    const signal = cache.signal ? AbortSignal.any([cache.signal, timeUp]) : timeUp;
    using _ = await cache.lockFetch();
    // Another job may have fetched them while this one waited for its turn.
    if ((await count()) < DEPTH) {
      const args = [`--deepen=${DEPTH}`, "--filter=blob:none", "origin", sha];
      await fetchWithin({ ...cache, signal }, { args }).catch((error: unknown) => {
        if (timeUp.aborted && !cache.signal?.aborted)
          throw new GitError("limit_reached", "Fetching the history took too long. Work without it.", { cause: error });
        throw error;
      });
    }
  }
  return readEnds(cache);
}

async function readEnds({ gitDir }: RepositoryCache): Promise<ReadonlySet<string>> {
  const text = await readFile(join(gitDir, "shallow"), "latin1").catch(() => "");
  return new Set(text.split("\n").filter(Boolean));
}

type RawCommit = { sha: string; date: string; author: string; message: string; blobs: string[]; path: string };

/** Commits behind {@link MARK}, each with its changed file as a raw record and one or two paths. */
function parseLog(text: string): RawCommit[] {
  return text
    .split(MARK)
    .slice(1)
    .flatMap((block) => {
      const [head = "", ...records] = block.split("\0");
      const [sha = "", date = "", author = "", ...message] = head.split(FIELD);
      const at = records.findIndex((record) => record.trimStart().startsWith(":"));
      if (sha === "") return [];
      const [, , before = "", after = ""] = (records[at] ?? "").trim().split(" ");
      const path = records.slice(at + 1).filter(Boolean)[0] ?? "";
      return [{ sha, date, author, message: message.join(FIELD).trim(), blobs: [before, after], path }];
    });
}

function toLogged({ sha, date, author, message, path }: RawCommit): LoggedCommit {
  const [subject = ""] = message.split("\n");
  return { sha, date, author: author.slice(0, MAX_NAME), subject: subject.slice(0, MAX_NAME), path };
}

type LineLog = { cache: RepositoryCache; git: RunGit; startSha: CommitSha; path: string; ends: ReadonlySet<string> };

/** The commits that changed some lines, each with what it changed there. */
async function logLines(
  { cache, git, startSha, path }: LineLog,
  { from, to }: { from: number; to: number },
  all: readonly RawCommit[],
) {
  // Of a file that was renamed, the lines are followed as far as its present name.
  const own = all.filter((commit) => commit.path === path);
  const oldest = own.at(-1);
  if (oldest === undefined) return { commits: [], isCut: false };
  await fetchBlobs(
    cache,
    own.flatMap(({ blobs }) => blobs).filter((sha) => /^[0-9a-f]{40}$/.test(sha) && !/^0+$/.test(sha)),
  );
  const { stdout: parents } = await git(["rev-list", "--max-count=1", "--parents", "--end-of-options", oldest.sha]);
  const [, ...before] = parents.toString("latin1").trim().split(" ");
  const { stdout, code } = await cache.git({
    args: [
      ...["log", `--max-count=${MAX_LINE_COMMITS + 1}`, `-L${from},${to}:${path}`, "--no-renames", "--no-ext-diff"],
      ...["--no-textconv", "--no-color", `--format=${MARK}${FORMAT}%x00`, startSha, ...before.map((sha) => `^${sha}`)],
    ],
    env: { GIT_NO_LAZY_FETCH: "1" },
    okCodes: [128],
    timeoutMs: GIT_MS,
    maxBytes: MAX_BYTES,
    overflow: "cut",
  });
  if (code !== 0) throw refusal(`${path} doesn't have the lines ${from} to ${to} at the job's first commit.`);
  const found = stdout
    .toString("utf8")
    .split(MARK)
    .slice(1)
    .map((block) => {
      const [head = "", patch = ""] = block.split("\0");
      const [sha = "", date = "", author = "", message = ""] = head.split(FIELD);
      const [subject = ""] = message.trim().split("\n");
      const start = patch.indexOf("\n@@");
      const names = { author: author.slice(0, MAX_NAME), subject: subject.slice(0, MAX_NAME) };
      return { sha, date, ...names, path, patch: patch.slice(start + 1, start + 4_000) };
    });
  return { commits: found.slice(0, MAX_LINE_COMMITS), isCut: found.length > MAX_LINE_COMMITS };
}

const NAME = /^[0-9a-f]{7,40}$/;

/** A commit by its name or the beginning of it, among those behind the job's first. */
async function findCommit(ends: ReadonlySet<string>, git: RunGit, name: string, start: CommitSha): Promise<string> {
  if (!NAME.test(name)) throw refusal(`"${name.slice(0, 60)}" is not the name of a commit. Use one that log returns.`);
  const { stdout } = await git(["rev-list", `--max-count=${DEPTH * 4}`, start]);
  const found = stdout
    .toString("latin1")
    .split("\n")
    .filter((sha) => sha.startsWith(name));
  const [sha] = found;
  if (sha === undefined || found.length > 1 || ends.has(sha))
    throw refusal(`The commit ${name} is not among the last ones of this branch. Use one that log returns.`);
  return sha;
}

/** What a commit changed in files that a job may read. */
async function showCommit(
  { cache, git, refuse }: Pick<HistoryInput, "cache" | "refuse"> & { git: RunGit },
  sha: string,
): Promise<ShownCommit> {
  const { stdout: head } = await git(["log", "--max-count=1", `--format=${FORMAT}`, sha]);
  const [, date = "", author = "", ...message] = head.toString("utf8").split(FIELD);
  const tree = ["diff-tree", "--root", "--no-commit-id", "-r", "-m", "--first-parent", "-M100%"];
  const { stdout: raw } = await git([...tree, "--raw", "-z", "--no-abbrev", sha]);
  const changed = parseRaw(raw.toString("utf8"));
  const readable = changed.filter(({ paths }) => paths.every((path) => refuse(path) === null));
  const shown = readable.slice(0, MAX_SHOWN_FILES);
  await fetchBlobs(
    cache,
    shown.flatMap(({ blobs }) => blobs),
  );
  const paths = shown.flatMap((one) => one.paths.map((path) => `:(literal)${path}`));
  const options = ["--patch", "--no-ext-diff", "--no-textconv", "--no-color"];
  const patch =
    shown.length === 0 ? "" : (await git([...tree, ...options, sha, "--", ...paths])).stdout.toString("utf8");
  return {
    sha,
    date,
    author: author.slice(0, MAX_NAME),
    message: message.join(FIELD).trim().slice(0, MAX_MESSAGE),
    files: shown.map((one) => one.paths.join(" → ")),
    otherFiles: changed.length - shown.length,
    patch: patch.slice(0, MAX_PATCH),
    isCut: patch.length > MAX_PATCH,
  };
}

/** Records of `--raw -z`: `:modes blobs letter`, then one path, or two for a rename. Files that are no plain ones are left out. */
function parseRaw(text: string): { blobs: string[]; paths: string[] }[] {
  const fields = text.split("\0");
  const found: { blobs: string[]; paths: string[] }[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? "";
    if (!field.startsWith(":")) continue;
    const [oldMode = "", newMode = "", before = "", after = "", letter = ""] = field.slice(1).split(" ");
    const count = /^[RC]/.test(letter) ? 2 : 1;
    const paths = fields.slice(at + 1, at + 1 + count);
    at += count;
    const isPlain = [oldMode, newMode].every((mode) => mode === "100644" || mode === "000000");
    if (isPlain && paths.every((path) => refuseSpelling(path) === null))
      found.push({ blobs: [before, after].filter((sha) => !/^0+$/.test(sha)), paths });
  }
  return found;
}
