import { createBlobParser } from "../cache/blob-store.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { GitError } from "../error.ts";
import { MAX_READ_BYTES, toText } from "./file-text.ts";

/** A file at a commit. */
export type TextAt = { commit: string; path: string };

type Readable = Pick<RepositoryCache, "git">;

/**
 * Reads files as they are at a commit, with one git process.
 *
 * @returns for each the text; null for a file that is not there, and for one that is no text or over 1 MB
 */
export async function readTextsAt(repository: Readable, wanted: readonly TextAt[]): Promise<(string | null)[]> {
  const askable = wanted.map(({ path }) => !/[\n\0]/.test(path));
  const asked = wanted.filter((_, index) => askable[index]);
  const found = asked.length === 0 ? [] : await readBlobs(repository, asked);
  return wanted.map(({ path }, index) => {
    const bytes = askable[index] ? found.shift() : null;
    return bytes ? toTextOrNull(path, bytes) : null;
  });
}

async function readBlobs({ git }: Readable, wanted: readonly TextAt[]): Promise<(Buffer | null)[]> {
  const stdin = wanted.map(({ commit, path }) => `${commit}:${path}\n`).join("");
  const { stdout } = await git({ args: ["cat-file", "--batch"], stdin });
  const found: (Buffer | null)[] = [];
  createBlobParser(MAX_READ_BYTES, (content) => found.push(content))(stdout);
  return found;
}

function toTextOrNull(path: string, bytes: Buffer): string | null {
  try {
    return toText(path, bytes);
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}
