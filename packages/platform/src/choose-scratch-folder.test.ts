import { execFile } from "node:child_process";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { chooseScratchFolder } from "./scratch-folder.ts";

test("programs that tests write there can be started", async () => {
  await using folder = await mkdtempDisposable(join(chooseScratchFolder(), "docsteward-scratch-"));
  const program = join(folder.path, "greet");
  await writeFile(program, "#!/bin/sh\necho hello\n", { mode: 0o755 });

  const { stdout } = await promisify(execFile)(program);

  expect(stdout).toBe("hello\n");
});
