import { execFile } from "node:child_process";
import { access, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { runCommand } from "@docsteward/tooling/run-command";

const run = promisify(execFile);
/** The first version with `pnpm build:release` has this file. Earlier ones run from their built checkout. */
const BUILD_RELEASE = "tooling/src/build-release.ts";

/** The commit before the last change of the migrations: what somebody runs who upgrades to this version. */
export async function findEarlier(root: string): Promise<string> {
  const { stdout } = await run("git", ["log", "-1", "--format=%H", "--", "prisma/migrations"], { cwd: root });
  return `${stdout.trim()}^`;
}

type EarlierOptions = { root: string; revision: string; onLine(line: string): void; signal: AbortSignal };

/**
 * Builds an earlier version of this repository, as its own commands do, and keeps it for the next run.
 *
 * @returns its commit, and the folder that its processes run from: a release, or a built checkout
 */
export async function makeEarlier(options: EarlierOptions): Promise<{ commit: string; folder: string }> {
  const { root, revision, onLine, signal } = options;
  const git = async (...args: string[]) => (await run("git", args, { cwd: root })).stdout.trim();
  const commit = await git("rev-parse", "--verify", `${revision}^{commit}`).catch(() => {
    throw new Error(`This repository has no commit ${revision}.`);
  });
  const place = join(root, ".data/upgrade", commit);
  const folder = async (name: string) => {
    const path = join(place, name);
    return (await isThere(join(place, `${name}.done`))) ? { commit, folder: path } : null;
  };
  const made = (await folder("release")) ?? (await folder("source"));
  if (made) return made;
  onLine(`Building ${commit.slice(0, 8)}, which takes some minutes the first time …`);
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const source = join(place, "source");
  // A clone rather than a working tree of this repository: nothing has to be tidied up in it later.
  await git("clone", "--quiet", "--shared", "--no-checkout", root, source);
  await run("git", ["checkout", "--quiet", commit], { cwd: source });
  const pnpm = async (...args: string[]) => {
    const { code, output } = await runCommand("npx", ["-y", "pnpm@12.21.0", "--dir", source, ...args], { signal });
    if (code !== 0) throw new Error(`pnpm ${args.join(" ")} failed in ${source}:\n${output}`);
  };
  await pnpm("install", "--frozen-lockfile");
  const hasReleases = await isThere(join(source, BUILD_RELEASE));
  const name = hasReleases ? "release" : "source";
  await (hasReleases ? pnpm("build:release", join(place, name)) : pnpm("build"));
  if (hasReleases) await rm(source, { recursive: true });
  await writeFile(join(place, `${name}.done`), "");
  return { commit, folder: join(place, name) };
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
