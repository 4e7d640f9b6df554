import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const SILENT = fileURLToPath(new URL("testing-silent.ts", import.meta.url));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docsteward-silent-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function start(mode: string) {
  const child = fork(SILENT, [mode, join(folder, "held")], { stdio: ["ignore", "inherit", "pipe", "ipc"] });
  const exited = once(child, "close") as Promise<[code: number | null, signal: string | null]>;
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  await once(child, "message");
  return {
    child,
    exited,
    said: () => said,
    held: async () => JSON.parse(await readFile(join(folder, "held"), "utf8")),
  };
}

test.each(["loop", "regex"])("a process whose event loop a %s stops is ended, and names the work", async (mode) => {
  const { exited, said, held } = await start(mode);

  expect(await exited).toEqual([null, "SIGKILL"]);
  expect(said()).toMatch(/^test is stopped: its event loop was blocked for \d+ s, running job blocking$/m);
  expect(await held()).toEqual({
    current: { kind: "job", id: "blocking", attempt: 2 },
    held: [
      { kind: "job", id: "patient", attempt: 1 },
      { kind: "job", id: "blocking", attempt: 2 },
    ],
  });
});

test("a process that was frozen for longer than it may be silent goes on", async () => {
  const { child, exited, said } = await start("none");

  child.kill("SIGSTOP");
  await wait(3_000);
  child.kill("SIGCONT");
  // Longer than a silence, in which the watchdog would have ended it.
  await wait(2_500);
  const isAlive = child.exitCode === null && child.signalCode === null;
  child.kill("SIGTERM");

  expect([isAlive, await exited, said()]).toEqual([true, [null, "SIGTERM"], ""]);
});
