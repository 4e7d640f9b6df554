import type { DocsReader } from "./docs-reader.ts";

/** What was read, by path: the name of its text where it has one; else the text, null for a file that was not there. */
type Reads = ReadonlyMap<string, { name: string } | { text: string | null }>;

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
  const read = new Map<string, { name: string } | { text: string | null }>();
  const readMany = async (paths: string[]) => {
    const files = await of.readMany(paths);
    for (const path of paths) if (isNoted(path)) read.set(path, { text: null });
    for (const { path, text } of files) {
      const name = of.identify?.(path);
      if (isNoted(path)) read.set(path, name === undefined ? { text } : { name });
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
  const texts = new Map(now.map(({ path, text }) => [path, text]));
  return unnamed.every(({ path, text }) => (texts.get(path) ?? null) === text);
}

function unnamedOf(read: Reads): { path: string; text: string | null }[] {
  return [...read].flatMap(([path, one]) => ("text" in one ? [{ path, text: one.text }] : []));
}

const isEqual = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, at) => Object.is(value, other[at]));
