import type { DocsReader } from "./docs-reader.ts";

/** The texts that were read, by path; null for a file that was not there. */
export type Reads = ReadonlyMap<string, string | null>;

/**
 * A reader that notes which texts it has given: what was made of them is the same as long as {@link areSame} says so.
 *
 * @param isNoted tells of which files the text counts; of all by default
 */
export function recordReads(
  of: DocsReader,
  isNoted: (path: string) => boolean = () => true,
): { reader: DocsReader; read: Reads } {
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
export async function areSame(read: Reads, reader: DocsReader): Promise<boolean> {
  const now = await reader.readMany([...read.keys()]);
  const texts = new Map(now.map(({ path, text }) => [path, text]));
  return [...read].every(([path, text]) => (texts.get(path) ?? null) === text);
}
