import type { HeldBuild } from "../../build/build-once.ts";
import { holdWebBuild } from "../../build/web-build.ts";

// Held as long as this process runs.
let held: HeldBuild | undefined;

/** Makes sure of the build of the present sources, which `startWeb` then serves. */
export async function ensureBuilt(): Promise<void> {
  held ??= await holdWebBuild();
}

/** @throws Error before `ensureBuilt` */
export function builtFolder(): string {
  if (held === undefined) throw new Error("No build of the web app is held: call ensureBuilt() first.");
  return held.path;
}
