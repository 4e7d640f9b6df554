import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MAX_PAGE_BYTES } from "../rules/repository-bounds.ts";
import { fetchBlobs } from "./fetch-job.ts";
import type { RepositoryCache } from "./repository-cache.ts";

/** Blobs, and a name that no other list of blobs has. */
export type BlobList = { name: string; shas: readonly string[] };

export function toBlobList(shas: readonly string[]): BlobList {
  return { name: createHash("sha256").update(shas.join("\n")).digest("hex"), shas };
}

/**
 * Fetches blobs as {@link fetchBlobs} does, and notes in the cache that just these are there: asking git about twenty thousand
 * names takes longer than everything else at the start of a job.
 *
 * A cache never loses a blob but by accident; whoever reads a lost one reports the cache as broken.
 *
 * @returns those that are too large to be read as pages: their size is known before their content
 * @param earlier a list that may have been fetched before: where this cache has a note of it, git is asked about the others only
 */
export async function fetchOnce(
  cache: RepositoryCache,
  list: BlobList,
  earlier?: BlobList,
): Promise<ReadonlySet<string>> {
  const note = noteOf(cache, list);
  const noted = await readNote(note);
  if (noted) return noted;
  const before = earlier && (await readNote(noteOf(cache, earlier)));
  const known = before ? new Set(earlier.shas) : null;
  const others = known ? list.shas.filter((sha) => !known.has(sha)) : list.shas;
  await fetchBlobs(cache, others);
  const large = new Set([...list.shas.filter((sha) => before?.has(sha)), ...(await findLarge(cache, others))]);
  await mkdir(dirname(note), { recursive: true });
  await writeFile(note, [...large].join("\n"));
  return large;
}

const noteOf = ({ gitDir }: RepositoryCache, { name }: BlobList) => join(gitDir, "docsteward-complete", name);

/** @returns the large blobs of a list that is there; null for another one */
async function readNote(file: string): Promise<ReadonlySet<string> | null> {
  const text = await readFile(file, "latin1").catch(() => null);
  return text === null ? null : new Set(text.split("\n").filter(Boolean));
}

async function findLarge(cache: RepositoryCache, shas: readonly string[]): Promise<string[]> {
  if (shas.length === 0) return [];
  const { stdout } = await cache.git({
    args: ["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"],
    stdin: `${[...new Set(shas)].join("\n")}\n`,
  });
  return stdout
    .toString("latin1")
    .split("\n")
    .flatMap((line) => {
      const [sha = "", size] = line.split(" ");
      return Number(size) > MAX_PAGE_BYTES ? [sha] : [];
    });
}
