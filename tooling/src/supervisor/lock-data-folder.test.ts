import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDataFolder } from "./lock-data-folder.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docsteward-data-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("the folder is made and held until it is released", async () => {
  const path = join(folder, "new", "data");

  const held = await lockDataFolder(path);
  await expect(lockDataFolder(path)).rejects.toThrow(`Docsteward is already running on the data folder ${path}`);
  await held.release();

  await (await lockDataFolder(path)).release();
});

/** Takes the folder in a process that is killed while it holds it. */
function holdAndDie(): void {
  const script = `import { lockDataFolder } from ${JSON.stringify(new URL("./lock-data-folder.ts", import.meta.url).href)};
    globalThis.held = await lockDataFolder(${JSON.stringify(folder)});
    process.kill(process.pid, "SIGKILL");`;
  expect(spawnSync(process.execPath, ["--input-type=module", "--eval", script]).signal).toBe("SIGKILL");
}

test("what a killed process left behind does not hold the folder", async () => {
  holdAndDie();

  await (await lockDataFolder(folder)).release();
});

test("of several starts at the same time, after one that was killed, one gets the folder and the others get an error", async () => {
  holdAndDie();

  const starts = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(folder)));

  const held = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  const refused = starts.flatMap((start) => (start.status === "rejected" ? [String(start.reason)] : []));
  expect(held).toHaveLength(1);
  for (const reason of refused) expect(reason).toContain("Docsteward is already running on the data folder");
  await held[0]?.release();
});

test.runIf(process.platform === "linux")(
  "a folder is held whatever the temporary folder of the other start is",
  async () => {
    const held = await lockDataFolder(folder);
    const before = process.env.TMPDIR;
    process.env.TMPDIR = folder;
    try {
      await expect(lockDataFolder(folder)).rejects.toThrow("Docsteward is already running");
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
    await held.release();
  },
);

test("a folder that cannot be written is named with what to do", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");

  await expect(lockDataFolder(join(file, "data"))).rejects.toThrow(
    `The data folder ${join(file, "data")} isn't writable (ENOTDIR). Make it writable for this user, or set DATA_DIR to another folder.`,
  );
});

test("a lock that cannot be taken is a folder that cannot be written", async () => {
  await mkdir(join(folder, "docsteward.lock"));

  await expect(lockDataFolder(folder)).rejects.toThrow(`The data folder ${folder} isn't writable (`);
});

test.runIf(process.platform === "linux")("a place where nothing can be made is named, too", async () => {
  await expect(lockDataFolder("/proc/docsteward/data")).rejects.toThrow(
    "The data folder /proc/docsteward/data isn't writable (ENOENT)",
  );
});
