import { lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type FileLock, tryLock, waitForLock } from "./file-lock.ts";

export type Builder = {
  /** Holds all builds, each in a folder named by the state it was built from. */
  folder: string;
  /** Names the present state of everything that a build is made from: 16 hexadecimal digits. */
  readState(): Promise<string>;
  /** Makes the build of the present state in `draft`, an empty folder, which then becomes `state`'s. */
  build(options: { draft: string; state: string; signal?: AbortSignal }): Promise<void>;
  /** Whether a build that was found can be served, for one of which a part was deleted. Every folder can, without this. */
  isWhole?(path: string): Promise<boolean>;
  signal?: AbortSignal;
};

/** A build that is not deleted while it is held. A killed process holds nothing. */
export type HeldBuild = { state: string; path: string; release(): void };

const STATE = /^[0-9a-f]{16}$/;
const DRAFT = "draft-";
/** A checkout moves between a few branches, whose builds are worth keeping. */
const KEPT_BUILDS = 3;
const MAX_ATTEMPTS = 3;

/**
 * Gives the build of the present state, and makes it first where there is none.
 *
 * A build appears whole or not at all and is never written again: finding it touches nothing. Of several processes one builds,
 * and the others wait for it. Old builds are deleted after a new one, except the newest few and those that are held.
 *
 * @throws Error when the build fails, or when the state changes during three builds
 */
export async function holdBuild(builder: Builder): Promise<HeldBuild> {
  const found = await find(builder, await builder.readState());
  if (found) return found;
  const lock = await waitForLock(join(builder.folder, "locks", "build"), "exclusive", builder.signal);
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const state = await builder.readState();
      // Another process may have built it while this one waited.
      const held = (await find(builder, state)) ?? (await makeBuild(builder, state));
      if (held) return held;
    }
    throw new Error("The sources of the web app change faster than it is built. Start again when they are at rest.");
  } finally {
    lock.release();
  }
}

async function find({ folder, isWhole = exists, signal }: Builder, state: string): Promise<HeldBuild | null> {
  const path = join(folder, state);
  if (!(await isWhole(path))) return null;
  const lock = await waitForLock(lockOf(folder, state), "shared", signal);
  if (await isWhole(path)) return { state, path, release: lock.release };
  // Deleted between the two looks.
  lock.release();
  return null;
}

/** @returns null when the sources changed during the build, which may then hold parts of both states */
async function makeBuild(builder: Builder, state: string): Promise<HeldBuild | null> {
  const { folder, signal } = builder;
  await removeDrafts(folder);
  const draft = join(folder, `${DRAFT}${state}`);
  await mkdir(draft, { recursive: true });
  try {
    await builder.build({ draft, state, signal });
    if ((await builder.readState()) !== state) return null;
    // What is left of a build that was deleted in part.
    await rm(join(folder, state), { recursive: true, force: true });
    await rename(draft, join(folder, state));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  const held = await find(builder, state);
  await prune(folder);
  return held;
}

/** What builds have left behind that were killed. */
async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(DRAFT));
  for (const name of drafts) await rm(join(folder, name), { recursive: true, force: true });
}

async function prune(folder: string): Promise<void> {
  const states = (await readdir(folder)).filter((name) => STATE.test(name));
  const dated = await Promise.all(
    states.map(async (state) => ({ state, builtAtMs: (await lstat(join(folder, state))).mtimeMs })),
  );
  const old = dated.toSorted((a, b) => b.builtAtMs - a.builtAtMs).slice(KEPT_BUILDS);
  for (const { state } of old) {
    const lock: FileLock | null = await tryLock(lockOf(folder, state), "exclusive");
    if (lock === null) continue;
    try {
      await rm(join(folder, state), { recursive: true, force: true });
    } finally {
      lock.release();
    }
  }
}

function lockOf(folder: string, state: string): string {
  return join(folder, "locks", state);
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
