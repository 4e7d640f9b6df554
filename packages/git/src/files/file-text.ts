import type { BlobReader } from "../cache/blob-store.ts";
import { GitError } from "../error.ts";

export const MAX_READ_BYTES = 1_000_000;
export const MAX_WRITE_BYTES = 512_000;

const LFS_POINTER = "version https://git-lfs.github.com/spec/";

/**
 * Turns a file's bytes into text without changing one: a byte order mark and CRLF line ends stay.
 *
 * @throws GitError `path_refused` for what is no text: too large, binary, invalid UTF-8, a Git LFS pointer
 */
export function toText(path: string, bytes: Buffer): string {
  if (bytes.length > MAX_READ_BYTES) throw refusal(`${path} is larger than 1 MB.`);
  if (bytes.includes(0)) throw refusal(`${path} is a binary file.`);
  const text = bytes.toString("utf8");
  if (!Buffer.from(text).equals(bytes)) throw refusal(`${path} is not valid UTF-8 text.`);
  if (text.startsWith(LFS_POINTER)) throw refusal(`${path} is stored in Git LFS, so its text isn't available.`);
  return text;
}

/** Reads a blob as the text of a file. @throws GitError `path_refused`, see {@link toText} */
export async function readText(reader: BlobReader, path: string, sha: string): Promise<string> {
  return toText(path, await reader.read(sha));
}

/** Makes null of a read that is refused, for reads of many files where one may be no text. */
export function nullIfRefused<T>(read: (path: string) => Promise<T | null>): (path: string) => Promise<T | null> {
  return (path) =>
    read(path).catch((error) => {
      if (error instanceof GitError && error.code === "path_refused") return null;
      throw error;
    });
}

/** @throws GitError `path_refused` for a text that may not be written: too large, with NUL, with lone surrogates, an LFS pointer */
export function toBytes(path: string, text: string): Buffer {
  if (!text.isWellFormed()) throw refusal(`The text for ${path} is not valid Unicode.`);
  if (text.includes("\0")) throw refusal(`The text for ${path} contains a NUL character.`);
  if (text.startsWith(LFS_POINTER)) throw refusal(`The text for ${path} is a Git LFS pointer. Write the page's text.`);
  const bytes = Buffer.from(text);
  if (bytes.length > MAX_WRITE_BYTES) throw refusal(`The text for ${path} is larger than 512 KB.`);
  return bytes;
}

export const refusal = (sentence: string): GitError => new GitError("path_refused", sentence);
