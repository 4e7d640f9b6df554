import type { DocsReader } from "./docs-reader.ts";

/** The texts that were read, by path; null for a file that was not there. */
type Reads = ReadonlyMap<string, string | null>;

type Input<Made> = {
  reader: DocsReader;
  /** Names of the files, and of texts that are known by name. */
  names: string;
  /** Of which files the text counts; of all by default. */
  isNoted?: (path: string) => boolean;
  /** Makes it anew, reading by the reader that it is given. */
  make(reader: DocsReader): Promise<Made>;
};

/** What has read more is not remembered. */
const MAX_READ = 200;

/**
 * Remembers what was made of readers last, as long as the names of their files and the texts that were read are the same: jobs on
 * one site follow each other.
 *
 * @param max how many are remembered
 */
export function rememberMade<Made>(max: number): (input: Input<Made>) => Promise<Made> {
  let last: readonly { names: string; read: Reads; made: Made }[] = [];
  return async ({ reader, names, isNoted = () => true, make }) => {
    for (const one of last) if (one.names === names && (await areSame(one.read, reader))) return one.made;
    const recorded = recordReads(reader, isNoted);
    const made = await make(recorded.reader);
    if (recorded.read.size <= MAX_READ) last = [{ names, read: recorded.read, made }, ...last].slice(0, max);
    return made;
  };
}

/** A reader that notes which texts it has given. */
function recordReads(of: DocsReader, isNoted: (path: string) => boolean): { reader: DocsReader; read: Reads } {
  const read = new Map<string, string | null>();
  const readMany = async (paths: string[]) => {
    const files = await of.readMany(paths);
    for (const path of paths) if (isNoted(path)) read.set(path, null);
    for (const { path, text } of files) if (isNoted(path)) read.set(path, text);
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
  const now = await reader.readMany([...read.keys()]);
  const texts = new Map(now.map(({ path, text }) => [path, text]));
  return [...read].every(([path, text]) => (texts.get(path) ?? null) === text);
}
