import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { makeDataDir } from "../testing.ts";
import { tryLock, waitForLock } from "./file-lock.ts";

test("many may share a lock, and an exclusive one is alone", async () => {
  await using data = await makeDataDir();
  const path = join(data.path, "x.lock");

  const shared = [tryLock(path, "shared"), tryLock(path, "shared")];
  expect(shared).not.toContain(null);
  expect(tryLock(path, "exclusive")).toBeNull();
  for (const lock of shared) lock?.release();

  const alone = tryLock(path, "exclusive");
  expect(alone).not.toBeNull();
  expect(tryLock(path, "shared")).toBeNull();
  expect(tryLock(path, "exclusive")).toBeNull();
  alone?.release();
  alone?.release();
  tryLock(path, "shared")?.release();
});

test("those that wait take turns, one at a time", async () => {
  await using data = await makeDataDir();
  const path = join(data.path, "x.lock");
  let holders = 0;
  let most = 0;

  await Promise.all(
    Array.from({ length: 10 }, async () => {
      using _ = await waitForLock(path, "exclusive");
      holders += 1;
      most = Math.max(most, holders);
      await new Promise((resolve) => setImmediate(resolve));
      holders -= 1;
    }),
  );

  expect(most).toBe(1);
});

test("waiting ends with a sentence after a while, and immediately with the signal's reason", async () => {
  await using data = await makeDataDir();
  const path = join(data.path, "x.lock");
  using _ = await waitForLock(path, "exclusive");

  await expect(waitForLock(path, "shared", { timeoutMs: 30 })).rejects.toMatchObject({ code: "timed_out" });
  await expect(waitForLock(path, "shared", { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: "AbortError",
  });
});

test("the lock of another process counts while it lives, and goes with it when it is killed", async () => {
  await using data = await makeDataDir();
  const path = join(data.path, "x.lock");
  const module = pathToFileURL(join(import.meta.dirname, "file-lock.ts")).href;
  const code = `import { tryLock } from ${JSON.stringify(module)}; tryLock(${JSON.stringify(path)}, "shared"); console.log("held"); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(holder.stdout, "data");

  expect(tryLock(path, "exclusive")).toBeNull();
  tryLock(path, "shared")?.release();
  holder.kill("SIGKILL");
  await once(holder, "exit");

  const lock = tryLock(path, "exclusive");
  expect(lock).not.toBeNull();
  lock?.release();
});
