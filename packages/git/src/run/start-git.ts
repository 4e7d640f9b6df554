import type { StartGit } from "./git-process.ts";
import { spawnGit } from "./spawn-git.ts";

let chosen: StartGit = spawnGit;

/** Starts git, in the way this process has chosen: by itself, unless told. */
export const startGit: StartGit = (command, events) => chosen(command, events);

/** Chooses how this process starts git, for every call from now on. */
export function startGitBy(start: StartGit): void {
  chosen = start;
}
