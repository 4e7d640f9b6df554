import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk of a test alone, so that it may be full or read-only. */
export type TestDisk = AsyncDisposable & {
  path: string;
  makeReadOnly(): void;
};

/**
 * Mounts an empty disk.
 *
 * @param options.size with its unit, such as `1m`
 * @param options.files how many files it can hold; many by default
 * @returns null where this user can't mount one
 */
export async function mountDisk({ size, files }: { size: string; files?: number }): Promise<TestDisk | null> {
  const path = await mkdtemp(join(tmpdir(), "docsteward-disk-"));
  const run = (program: string, ...args: string[]) => void execFileSync(program, args, { stdio: "ignore" });
  const inodes = files === undefined ? "" : `,nr_inodes=${files}`;
  try {
    run("mount", "-t", "tmpfs", "-o", `size=${size}${inodes}`, "tmpfs", path);
  } catch {
    await rm(path, { recursive: true });
    return null;
  }
  return {
    path,
    makeReadOnly: () => run("mount", "-o", "remount,ro", path),
    async [Symbol.asyncDispose]() {
      run("umount", "-l", path);
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Why a test of such a disk is skipped. */
export const NO_DISK = "this user can't mount a disk";
