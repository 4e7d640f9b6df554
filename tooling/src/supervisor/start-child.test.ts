import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild } from "./start-child.ts";

const STAYS = fileURLToPath(new URL("./testing/stays.ts", import.meta.url));
const ANSWERS = fileURLToPath(new URL("./testing/answers.ts", import.meta.url));
const FORKS = fileURLToPath(new URL("./testing/forks.ts", import.meta.url));
const PARENT = fileURLToPath(new URL("./testing/parent.ts", import.meta.url));
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docsteward-child-"));
  file = join(folder, "said");
});
afterEach(() => rm(folder, { recursive: true }));

const said = () => readFile(file, "utf8").catch(() => "");

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // No such process.
    return false;
  }
}

test("stop asks the process to go and returns when it is gone", async () => {
  const child = startChild({ script: STAYS, args: [file], variables: process.env, output: "inherit" });
  await until(async () => (await said()) !== "");

  await child.stop();

  expect(await child.exited).toBe("signal SIGTERM");
  expect(isAlive(child.pid)).toBe(false);
});

test("a process that does not go is killed after the grace", async () => {
  const child = startChild({
    script: STAYS,
    args: [file, "stubborn"],
    variables: process.env,
    output: "inherit",
    // In which it hears that it is asked, on a machine that has others to run first.
    graceMs: 4_000,
  });
  await until(async () => (await said()) !== "");

  await child.stop();

  expect(await child.exited).toBe("signal SIGKILL");
  expect(await said()).toContain("asked to go");
});

test("a child goes when its supervisor is killed", async () => {
  const parent = spawn(process.execPath, [PARENT, STAYS, file], { stdio: "ignore" });
  await until(async () => (await said()) !== "");
  const pid = Number((await said()).trim());

  parent.kill("SIGKILL");
  await until(() => !isAlive(pid));

  expect(isAlive(pid)).toBe(false);
});

test("what a child forks lives to hear its first message", async () => {
  const child = startChild({ script: FORKS, args: [file], variables: process.env, output: "inherit" });

  await child.exited;

  expect(await said()).toBe("heard hello");
});

test("a child answers questions, and one that ends answers none", async () => {
  const child = startChild({ script: ANSWERS, args: [], variables: process.env, output: "inherit" });

  expect(await child.ask("how")).toEqual({ type: "how", answer: "how!" });
  expect(await child.ask("last")).toBeNull();
  await child.exited;
  expect(await child.ask("late")).toBeNull();
});

test.skipIf(process.platform !== "linux")("a child's memory is given back early, unless a person set how", async () => {
  const settingOf = async (variables: Record<string, string | undefined>) => {
    const child = startChild({ script: ANSWERS, args: [], variables, output: "inherit" });
    await child.ask("how");
    const settings = await readFile(`/proc/${child.pid}/environ`, "utf8");
    await child.stop();
    return /MALLOC_TRIM_THRESHOLD_=(\d+)/.exec(settings)?.[1];
  };
  const { MALLOC_TRIM_THRESHOLD_: _, ...variables } = process.env;

  expect(await settingOf(variables)).toBe("131072");
  expect(await settingOf({ ...variables, MALLOC_TRIM_THRESHOLD_: "400000" })).toBe("400000");
});
