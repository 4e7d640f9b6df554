import { pathToFileURL } from "node:url";
import { git } from "../repository/git.ts";

/**
 * Times `git clone --depth 1` with its checkout, what most agents begin with.
 *
 * The clone is left where it is until the whole run is over: taking one away slows down the next on some file systems, which
 * would flatter whatever is compared with it.
 *
 * @returns milliseconds
 */
export async function timeClone(repository: string, into: string): Promise<number> {
  const startMs = performance.now();
  await git(["clone", "--quiet", "--depth", "1", pathToFileURL(repository).href, into]);
  return performance.now() - startMs;
}
