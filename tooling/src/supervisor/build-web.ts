import type { HeldBuild } from "@docsteward/web/build/build-once";
import { isWebBuild } from "@docsteward/web/build/watch-build";
import { holdWebBuild } from "@docsteward/web/build/web-build";
import { generateClient } from "./generate-client.ts";

type WebBuildOptions = { onLine(line: string): void; signal?: AbortSignal };

/**
 * Gives the build of the web app's present sources, and makes it first where there is none; the database client they share, too.
 * Quiet, unless that takes long. Nothing is written when both are there.
 *
 * @returns its folder; it is not deleted before `release`, or while this process runs
 * @throws Error with the end of the build's output
 */
export async function buildWeb(options: WebBuildOptions): Promise<HeldBuild> {
  await generateClient(options.signal);
  return holdWebBuild(options);
}

type KeptBuild = {
  /** The build's folder. It stays the same until that is deleted; then a build of the present sources takes its place. */
  path(): Promise<string>;
  release(): void;
};

/** Holds a build for all starts of a process. @throws any error of the first build */
export async function keepBuild(
  hold: (signal?: AbortSignal) => Promise<HeldBuild>,
  { isWhole = isWebBuild, signal }: { isWhole?(folder: string): Promise<boolean>; signal?: AbortSignal } = {},
): Promise<KeptBuild> {
  const stopping = new AbortController();
  let held = await hold(signal);
  return {
    path: async () => {
      if (await isWhole(held.path)) return held.path;
      const fresh = await hold(stopping.signal);
      held.release();
      held = fresh;
      return held.path;
    },
    release: () => {
      stopping.abort(new Error("Stopped."));
      held.release();
    },
  };
}
