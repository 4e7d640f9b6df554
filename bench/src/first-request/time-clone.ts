import { rm } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { git } from "../repository/git.ts";

/** Times `git clone --depth 1` with its checkout, what most agents begin with. The clone is removed after. @returns milliseconds */
export async function timeClone(repository: string, into: string): Promise<number> {
  const startMs = performance.now();
  await git(["clone", "--quiet", "--depth", "1", pathToFileURL(repository).href, into]);
  const tookMs = performance.now() - startMs;
  await rm(into, { recursive: true, force: true });
  return tookMs;
}
