import { createHash } from "node:crypto";
import type { DocsReader } from "./docs-reader.ts";

/** What was read, by path: the name of its text where it has one; else a hash of the text, null for a file that was not there. */
type Read = { name: string } | { hash: string | null };
type Reads = ReadonlyMap<string, Read>;

type Input<Made> = {
  reader: DocsReader;
  /** What else it is made of, such as the names of the files: the same where each value is. */
  of: readonly unknown[];
  /** Of which files the text counts; of all by default. */
  isNoted?: (path: string) => boolean;
  /** Makes it anew, reading by the reader that it is given. */
  make(reader: DocsReader): Promise<Made>;
};

/** What has read more texts without a name is not remembered: all of them are read again each time. */
const MAX_UNNAMED = 200;

/**
 * Remembers what was made of readers last, as long as the texts that were read are the same: jobs on one site follow each other.
 *
 * @param max how many are remembered
 */
export function rememberMade<Made>(max: number): (input: Input<Made>) => Promise<Made> {
  let last: readonly { of: readonly unknown[]; read: Reads; made: Made }[] = [];
  return async ({ reader, of, isNoted = () => true, make }) => {
    for (const one of last) if (isEqual(one.of, of) && (await areSame(one.read, reader))) return one.made;
    const recorded = recordReads(reader, isNoted);
    const made = await make(recorded.reader);
    if (unnamedOf(recorded.read).length <= MAX_UNNAMED)
      last = [{ of, read: recorded.read, made }, ...last].slice(0, max);
    return made;
  };
}

/** A reader that notes which texts it has given. */
function recordReads(of: DocsReader, isNoted: (path: string) => boolean): { reader: DocsReader; read: Reads } {
  const read = new Map<string, Read>();
  const readMany = async (paths: string[]) => {
    const files = await of.readMany(paths);
    for (const path of paths) if (isNoted(path)) read.set(path, { hash: null });
    for (const { path, text } of files) {
      const name = of.identify?.(path);
      if (isNoted(path)) read.set(path, name === undefined ? { hash: hashOf(text) } : { name });
    }
    return files;
  };
  const { assets, identify } = of;
  const reader: DocsReader = {
    paths: () => of.paths(),
    ...(assets ? { assets: () => assets.call(of) } : {}),
    ...(identify ? { identify: (path) => identify.call(of, path) } : {}),
    read: async (path) => (await readMany([path]))[0] ?? null,
    readMany,
  };
  return { reader, read };
}

/** Whether a reader has the same texts now. */
async function areSame(read: Reads, reader: DocsReader): Promise<boolean> {
  for (const [path, one] of read) if ("name" in one && reader.identify?.(path) !== one.name) return false;
  const unnamed = unnamedOf(read);
  if (unnamed.length === 0) return true;
  const now = await reader.readMany(unnamed.map(({ path }) => path));
  const hashes = new Map(now.map(({ path, text }) => [path, hashOf(text)]));
  return unnamed.every(({ path, hash }) => (hashes.get(path) ?? null) === hash);
}

function unnamedOf(read: Reads): { path: string; hash: string | null }[] {
  return [...read].flatMap(([path, one]) => ("hash" in one ? [{ path, hash: one.hash }] : []));
}

/** The process that keeps it has no bound of memory for one repository, so it keeps no text. */
const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");

const isEqual = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, at) => Object.is(value, other[at]));
