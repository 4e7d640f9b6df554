import { mkdir, mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listAbandoned } from "./scratch-folder.ts";

// No system gives so high a number to a process.
const NO_PID = 2 ** 30;

test("a folder is abandoned when the process that its name tells is gone", async () => {
  await using parent = await mkdtempDisposable(join(tmpdir(), "docsteward-abandoned-"));
  const names = [`run-${process.pid}`, `run-${NO_PID}`, "run-", "run-book", `walk-${NO_PID}`];
  for (const name of names) await mkdir(join(parent.path, name));

  expect(await listAbandoned(parent.path, "run-")).toEqual([join(parent.path, `run-${NO_PID}`)]);
});
