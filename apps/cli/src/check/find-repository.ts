import { readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** A git repository on this machine that a path belongs to. */
export type FoundRepository = {
  gitDir: string;
  /** Folder of the checkout; null for a bare repository. */
  workTree: string | null;
  /** The path inside the repository, POSIX, `""` for its root. */
  prefix: string;
};

/**
 * Finds the repository that a folder is, or lies in. Looks at files alone: git itself refuses folders of other owners, as they
 * are found on build machines.
 */
export async function findRepository(folder: string): Promise<FoundRepository | null> {
  const path = resolve(folder);
  for (let at = path; ; at = dirname(at)) {
    const gitDir = await gitDirOf(join(at, ".git"));
    if (gitDir !== null) return { gitDir, workTree: at, prefix: relative(at, path).split(sep).join("/") };
    if (dirname(at) === at) break;
  }
  const isBare = (await exists(join(path, "HEAD"))) && (await exists(join(path, "objects")));
  return isBare ? { gitDir: path, workTree: null, prefix: "" } : null;
}

/** `.git` is a folder, or in a linked working tree a file that names one. */
async function gitDirOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) return (await exists(join(path, "HEAD"))) ? path : null;
  const named = found?.isFile() ? /^gitdir: (.+)$/m.exec(await readFile(path, "utf8"))?.[1]?.trim() : undefined;
  if (named === undefined) return null;
  return isAbsolute(named) ? named : resolve(dirname(path), named);
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
