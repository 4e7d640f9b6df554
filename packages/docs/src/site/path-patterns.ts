import { compileGlob } from "@docsteward/platform/glob";

const GLOB_SIGNS = /[*?[{\\]/;
/** No site needs more, and each is tried on every path. */
const MAX_GLOBS = 200;

/** A pattern of a `.gitignore` or of a configuration. */
export type PathPattern = {
  /** A path, a folder or a glob. */
  pattern: string;
  /** Whether it may also name a single file or folder at any depth. */
  isAnywhere: boolean;
};

/** Makes a test of whether a path is named by one of the patterns: itself, by a folder that it lies in, or by a glob. */
export function matchesPaths(patterns: readonly PathPattern[]): (path: string) => boolean {
  const isGlob = ({ pattern }: PathPattern) => GLOB_SIGNS.test(pattern);
  const places = new Set(patterns.map(({ pattern }) => pattern));
  const names = new Set(patterns.flatMap(({ pattern, isAnywhere }) => (isAnywhere ? [pattern] : [])));
  const globs = patterns.filter(isGlob).slice(0, MAX_GLOBS);
  const ofPaths = globs.map(({ pattern }) => compileGlob(pattern));
  const ofNames = globs.flatMap(({ pattern, isAnywhere }) => (isAnywhere ? [compileGlob(pattern)] : []));
  const isNamed = (name: string) => names.has(name) || ofNames.some((matches) => matches(name));
  return (path) => {
    if (places.has(path) || places.has("") || ofPaths.some((matches) => matches(path))) return true;
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1))
      if (places.has(path.slice(0, slash))) return true;
    return (names.size > 0 || ofNames.length > 0) && path.split("/").some(isNamed);
  };
}

/** The same for patterns that count from one folder: none of them names a file or folder at any depth. */
export function matchesPlaces(patterns: readonly string[]): (path: string) => boolean {
  return matchesPaths(patterns.map((pattern) => ({ pattern, isAnywhere: false })));
}
