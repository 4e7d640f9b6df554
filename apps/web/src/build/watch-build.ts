import type { BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";

/** Parts that every build has; one that is deleted and made again has others. */
const PARTS = ["", "BUILD_ID", "server", "static"];
const CHECK_MS = 2_000;
const GONE = new Set(["ENOENT", "ENOTDIR"]);

/** Thrown at the start of a watch: the folder holds no build. */
export class BuildError extends Error {
  override readonly name = "BuildError";
}

/**
 * Watches over the build that this process serves: without it every request fails, and this process cannot make another.
 *
 * A check looks at four entries, and the next one waits for it. A disk that gives no answer is no proof of a deletion.
 *
 * @param onGone called once, when the build is deleted or replaced
 * @returns a function that ends the watch
 * @throws BuildError when there is no build now
 */
export async function watchBuild(
  folder: string,
  { onGone, checkMs = CHECK_MS }: { onGone(): void; checkMs?: number },
): Promise<() => void> {
  const first = await identify(folder);
  if (first === null)
    throw new BuildError(`The folder ${folder} holds no build of the web app. Start again to build it.`);
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const check = async () => {
    const present = await identify(folder).catch(() => first);
    if (isEnded) return;
    if (present === first) timer = setTimeout(check, checkMs).unref();
    else onGone();
  };
  timer = setTimeout(check, checkMs).unref();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

/** Whether a folder holds all parts of a build. */
export async function isWebBuild(folder: string): Promise<boolean> {
  return (await identify(folder)) !== null;
}

/** @returns null when a part is missing @throws Error when the system cannot say */
async function identify(folder: string): Promise<string | null> {
  try {
    const parts = await Promise.all(PARTS.map((name) => lstat(join(folder, name), { bigint: true })));
    return parts.map(({ dev, ino, birthtimeNs }: BigIntStats) => `${dev}:${ino}:${birthtimeNs}`).join(" ");
  } catch (error) {
    if (GONE.has((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
