import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "./is-alive.ts";

/** The folders in `parent` whose name is `prefix` and the number of a process that is gone: it was killed before it could clear them away. */
export async function listAbandoned(parent: string, prefix: string): Promise<string[]> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  const isLeft = (owner: string) => /^\d+$/.test(owner) && !isAlive(Number(owner));
  return names.filter((name) => isLeft(name.slice(prefix.length))).map((name) => join(parent, name));
}
