import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
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

test("what a killed process left behind does not hold the folder", async () => {
  const script = `import { holdDataFolder } from ${JSON.stringify(new URL("./lock-data-folder.ts", import.meta.url).href)};
    await holdDataFolder(${JSON.stringify(folder)});
    process.kill(process.pid, "SIGKILL");`;
  spawnSync(process.execPath, ["--input-type=module", "--eval", script]);

  await (await lockDataFolder(folder)).release();
});

test("a folder that cannot be written is named with what to do", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");

  await expect(lockDataFolder(join(file, "data"))).rejects.toThrow(
    `The data folder ${join(file, "data")} isn't writable (ENOTDIR). Make it writable for this user, or set DATA_DIR to another folder.`,
  );
});

test.runIf(process.platform === "linux")("a place where nothing can be made is named, too", async () => {
  await expect(lockDataFolder("/proc/docsteward/data")).rejects.toThrow(
    "The data folder /proc/docsteward/data isn't writable (ENOENT)",
  );
});
