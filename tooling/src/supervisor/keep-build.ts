import type { HeldBuild } from "@docsteward/web/build/build-once";
import { isWebBuild } from "@docsteward/web/build/watch-build";

type KeptBuild = {
  /** The build's folder. It stays the same until that is deleted; then a build of the present sources takes its place. */
  path(): Promise<string>;
  release(): void;
};

/** Holds a build for all starts of the web process. @throws any error of the first build */
export async function keepBuild(
  hold: (signal?: AbortSignal) => Promise<HeldBuild>,
  signal?: AbortSignal,
): Promise<KeptBuild> {
  const stopping = new AbortController();
  let held = await hold(signal);
  return {
    path: async () => {
      if (await isWebBuild(held.path)) return held.path;
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
