import type { LocalRepository } from "@docsteward/git/local/local-repository";
import { readNames } from "../names/read-names.ts";
import { roleOf, withoutTranslations } from "../repository/file-role.ts";
import { listFiles, readContents } from "../repository/source-repository.ts";
import { findRemovals, type Removal } from "./find-removals.ts";
import { readStatedNames, type StatedName } from "./stated-names.ts";

/** A name that a page states and no source of the repository knows any more. */
export type StaleName = Omit<StatedName, "key"> & { message: string; removedBy: Removal };

export type StaleInput = {
  repository: LocalRepository;
  /** A commit, as a full id. */
  head: string;
  isPage?: (path: string) => boolean;
  signal?: AbortSignal;
};

/**
 * Lists what pages state and the code no longer has: flags, environment variables, options and paths in code that no file beside the
 * pages knows, with the commit that removed them. What no commit ever removed belongs to other products, and is left out.
 */
export async function findStaleNames({
  repository,
  head,
  isPage = () => true,
  signal,
}: StaleInput): Promise<StaleName[]> {
  const files = await listFiles(repository, head);
  const pages = new Set(
    withoutTranslations(files.map(({ path }) => path).filter((path) => roleOf(path) === "page" && isPage(path))),
  );
  const texts = new Map<string, string>();
  const known = new Set<string>();
  for (const { path } of files) for (const part of path.split("/")) readNames(part, ({ key }) => known.add(key));
  const bySha = Map.groupBy(files, ({ sha }) => sha);
  await readContents(repository, [...bySha.keys()], (sha, text) => {
    for (const { path } of bySha.get(sha) ?? []) {
      if (text === null) continue;
      if (pages.has(path)) texts.set(path, text);
      else if (!isProse(path)) readNames(text, ({ key }) => known.add(key));
    }
  });
  const paths = new Set(files.map(({ path }) => path));
  const stated = [...texts].flatMap(([path, text]) => readStatedNames(path, text));
  const unknown = stated.filter((name) => (name.kind === "path" ? !isThere(name.key, paths) : !known.has(name.key)));
  if (unknown.length === 0) return [];
  const removals = await findRemovals(repository, { head, names: unknown, signal });
  const seen = new Set<string>();
  return unknown.flatMap(({ key, ...name }) => {
    const removedBy = removals.get(key);
    const id = `${name.page} ${key}`;
    if (removedBy === undefined || seen.has(id)) return [];
    seen.add(id);
    return [{ ...name, message: sentenceOf(name, removedBy), removedBy }];
  });
}

const isProse = (path: string) => /\.(?:md|mdx|rst|adoc|txt)$/i.test(path);

/** Whether a path is that of a file, from the root or from any folder. */
function isThere(path: string, paths: ReadonlySet<string>): boolean {
  if (paths.has(path)) return true;
  const ending = `/${path.split("../").at(-1) ?? path}`;
  for (const other of paths) if (other.endsWith(ending)) return true;
  return false;
}

function sentenceOf({ kind, written }: Omit<StatedName, "key">, { path, sha }: Removal): string {
  const what = { flag: "Flag", variable: "Variable", option: "Name", path: "Path" }[kind];
  return `${what} \`${written}\` is in no source: commit ${sha.slice(0, 10)} removed it${kind === "path" ? "" : ` from ${path}`}.`;
}
