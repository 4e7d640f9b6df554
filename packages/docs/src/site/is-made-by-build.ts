import { matchesPaths } from "./path-patterns.ts";

/**
 * Makes a test of which paths a build writes: those that the repository's `.gitignore` names. A page that refers to one is right.
 *
 * @param text of the `.gitignore` at the root; patterns that take something back are not read
 */
export function isMadeByBuild(text: string): (path: string) => boolean {
  const patterns = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^[#!]/.test(line))
    .map((line) => ({ pattern: line.replace(/^\/|\/$/g, ""), isAnywhere: !/\/./.test(line) }));
  return matchesPaths(patterns);
}
