import { constants } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isPageFile } from "@docsteward/contract/docs-files";
import type { DocsReader } from "@docsteward/docs/docs-reader";
import { openBlobReader } from "@docsteward/git/cache/blob-store";
import { GitError } from "@docsteward/git/error";
import { MAX_READ_BYTES, readText, toText } from "@docsteward/git/files/file-text";
import { isDocsFile, refusePath } from "@docsteward/git/rules/path-rules";
import { runGit } from "@docsteward/git/run/run-git";
import { UsageError } from "../options.ts";
import type { FoundRepository } from "./find-repository.ts";

const { O_NOFOLLOW, O_RDONLY } = constants;
const PASSED_OVER = new Set([".git", "node_modules"]);

/** Reads the files of a folder as they are on disk; in a checkout those that git ignores are left out. */
export async function openFolderReader(
  folder: string,
  repository: FoundRepository | null,
  docsPath: string,
): Promise<DocsReader> {
  const listed = repository ? await listCheckout(repository) : null;
  const paths = listed ?? (await listFolder(folder));
  return createDocsReader({ paths, readText: (path) => readFileText(join(folder, path), path) }, docsPath);
}

/** What git keeps and would keep below a folder of a checkout; null when it ignores the folder itself. */
async function listCheckout({ gitDir, workTree, prefix }: FoundRepository): Promise<string[] | null> {
  if (workTree === null) return null;
  const git = (okCodes: number[], ...args: string[]) =>
    runGit({
      gitDir,
      args: ["-C", workTree, `--work-tree=${workTree}`, ...args],
      okCodes,
      maxBytes: 512 * 1024 * 1024,
    });
  if (prefix !== "" && (await git([1], "check-ignore", "-q", "--", prefix)).code === 0) return null;
  const list = async (...what: string[]) => {
    const { stdout } = await git([], "ls-files", "-z", ...what, ...(prefix === "" ? [] : ["--", `${prefix}/`]));
    const names = stdout.toString("utf8").split("\0").filter(Boolean);
    return names.map((name) => (prefix === "" ? name : name.slice(prefix.length + 1)));
  };
  const gone = new Set(await list("--deleted"));
  const kept = await list("--cached", "--others", "--exclude-standard");
  return [...new Set(kept)].filter((path) => !gone.has(path) && !path.endsWith("/"));
}

async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const below = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [entry.name];
    if (PASSED_OVER.has(entry.name)) return [];
    return (await listFolder(path)).map((name) => `${entry.name}/${name}`);
  });
  return (await Promise.all(below)).flat();
}

async function readFileText(file: string, path: string): Promise<string | null> {
  try {
    // A page that is a symbolic link belongs to two places, and which of them its links count from only its site knows.
    const flag = isPageFile(path) ? O_RDONLY | O_NOFOLLOW : O_RDONLY;
    return toText(path, await readFile(file, { flag }));
  } catch (error) {
    // Gone since it was listed, a symbolic link, or no text: then it is no page either.
    if (error instanceof GitError || ["ENOENT", "EISDIR", "ELOOP", "EACCES"].includes(codeOf(error))) return null;
    throw error;
  }
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

type CommitReader = { reader: DocsReader; close(): void };

/** Reads the files of a commit from the repository itself: nothing is checked out. */
export async function openCommitReader(
  { gitDir, prefix }: FoundRepository,
  commit: string,
  docsPath: string,
): Promise<CommitReader> {
  const args = ["ls-tree", "-r", "-z", "--full-tree", commit, ...(prefix === "" ? [] : ["--", `${prefix}/`])];
  const { stdout } = await runGit({ gitDir, args, maxBytes: 512 * 1024 * 1024 });
  const blobs = new Map<string, string>();
  for (const line of stdout.toString("utf8").split("\0")) {
    const tab = line.indexOf("\t");
    const [mode = "", , sha = ""] = line.slice(0, tab).split(" ");
    const path = line.slice(tab + 1 + (prefix === "" ? 0 : prefix.length + 1));
    // A symbolic link or a submodule is a name, and no text.
    if (tab >= 0) blobs.set(path, mode.startsWith("100") ? sha : "");
  }
  const objects = openBlobReader({ gitDir, reportBroken: async () => undefined }, { maxBytes: MAX_READ_BYTES });
  const read = async (path: string) => {
    const sha = blobs.get(path);
    return sha ? readText(objects, path, sha).catch(refusedAsNull) : null;
  };
  return {
    reader: createDocsReader({ paths: [...blobs.keys()], readText: read }, docsPath),
    close: () => objects.close(),
  };
}

function refusedAsNull(error: unknown): null {
  if (error instanceof GitError && error.code === "path_refused") return null;
  throw error;
}

/** The commit that a name refers to. @throws UsageError when there is none */
export async function findCommit({ gitDir }: FoundRepository, ref: string): Promise<string> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const { stdout, code } = await runGit({ gitDir, args, okCodes: [1, 128] });
  if (code !== 0) throw new UsageError(`Commit "${ref}" not found in the repository. Use a branch, tag or commit.`);
  return stdout.toString("latin1").trim();
}

/** Where two lines of commits parted; the first of them when that is not known, as in a shallow clone. */
export async function findForkPoint({ gitDir }: FoundRepository, base: string, head: string): Promise<string> {
  const { stdout } = await runGit({ gitDir, args: ["merge-base", base, head], okCodes: [1, 128] });
  return stdout.toString("latin1").trim() || base;
}

type Files = {
  /** Every file, POSIX, relative to the root of what is checked. */
  paths: string[];
  /** The text of a file; null when it is none. */
  readText(path: string): Promise<string | null>;
};

/** Makes a reader of files: pages and navigation below the docs path are checked, all others are known by name. */
function createDocsReader({ paths, readText }: Files, docsPath: string): DocsReader {
  const all: ReadonlySet<string> = new Set(paths);
  const checked = paths.filter((path) => isDocsFile(path) && refusePath(path, { docsPath }) === null).sort();
  const readMany = async (wanted: string[]) => {
    const texts = await Promise.all(wanted.map((path) => (all.has(path) ? readText(path) : null)));
    return wanted.flatMap((path, index) => {
      const text = texts[index];
      return typeof text === "string" ? [{ path, text }] : [];
    });
  };
  return {
    paths: async () => checked,
    assets: async () => all,
    read: async (path) => (await readMany([path]))[0] ?? null,
    readMany,
  };
}
