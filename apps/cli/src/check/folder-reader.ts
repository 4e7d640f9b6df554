import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DocsReader } from "@docsteward/docs/docs-reader";
import { GitError } from "@docsteward/git/error";
import { toText } from "@docsteward/git/files/file-text";
import { runGit } from "@docsteward/git/run/run-git";
import type { FoundRepository } from "./find-repository.ts";
import { toReader } from "./to-reader.ts";

const PASSED_OVER = new Set([".git", "node_modules"]);

/** Reads the files of a folder as they are on disk; in a checkout those that git ignores are left out. */
export async function openFolderReader(
  folder: string,
  repository: FoundRepository | null,
  docsPath: string,
): Promise<DocsReader> {
  const listed = repository ? await listCheckout(repository) : null;
  const paths = listed ?? (await listFolder(folder));
  return toReader({ paths, readText: (path) => readText(join(folder, path), path) }, docsPath);
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

async function readText(file: string, path: string): Promise<string | null> {
  try {
    return toText(path, await readFile(file));
  } catch (error) {
    // Gone since it was listed, a link to a folder, or no text: then it is no page either.
    if (error instanceof GitError || ["ENOENT", "EISDIR", "ELOOP", "EACCES"].includes(codeOf(error))) return null;
    throw error;
  }
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);
