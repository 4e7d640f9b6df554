import { createHash } from "node:crypto";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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
 * @param earlier a list that may have been fetched before: where this cache has a note of it, git is asked about the others only
 */
export async function fetchOnce(cache: RepositoryCache, list: BlobList, earlier?: BlobList): Promise<void> {
  const note = noteOf(cache, list);
  if (await isThere(note)) return;
  const known = earlier && (await isThere(noteOf(cache, earlier))) ? new Set(earlier.shas) : null;
  await fetchBlobs(cache, known ? list.shas.filter((sha) => !known.has(sha)) : list.shas);
  await mkdir(dirname(note), { recursive: true });
  await writeFile(note, "");
}

const noteOf = ({ gitDir }: RepositoryCache, { name }: BlobList) => join(gitDir, "docsteward-complete", name);

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
