/** Names in one string: a site has tens of thousands of paths, and one string goes to another process in a tenth of the time. */
export type PackedNames = string;

/** The paths of a reader, and for each the name of its text, empty where it has none. */
export type PackedPaths = { paths: PackedNames; names: PackedNames };

/** No path and no name of a text holds it. */
const SEPARATOR = "\0";

/** Packs names for another process. Empty ones are kept. */
export function packNames(names: readonly string[]): PackedNames {
  return names.map((name) => `${name}${SEPARATOR}`).join("");
}

/** The names that `packNames` packed, in their order. */
export function unpackNames(packed: PackedNames): string[] {
  return packed.split(SEPARATOR).slice(0, -1);
}
