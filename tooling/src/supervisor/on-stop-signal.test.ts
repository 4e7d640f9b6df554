import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const LAUNCH = join(import.meta.dirname, "testing/launch.ts");
const LAUNCHED = join(import.meta.dirname, "testing/launched.ts");
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docsteward-launch-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Launches a process through a program of this name, as npx and pnpm do. */
async function launchThrough(name: string) {
  const program = join(folder, name);
  await symlink(process.execPath, program);
  const launcher = spawn(program, [LAUNCH, LAUNCHED], {
    env: { PATH: process.env.PATH, NODE: process.execPath },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { launcher, says: (text: string) => hears(launcher, text) };
}

function hears(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve) => {
    child.stdout?.setEncoding("utf8").on("data", (said: string) => said.includes(text) && resolve());
  });
}

test.runIf(process.platform === "linux")("the end of pnpm means to stop", async () => {
  const { launcher, says } = await launchThrough("pnpm");
  await says("runs");

  launcher.kill("SIGKILL");

  await expect(says("stop requested")).resolves.toBeUndefined();
});

test("a signal means to stop", async () => {
  const child = spawn(process.execPath, [LAUNCHED], { stdio: ["ignore", "pipe", "inherit"] });
  await hears(child, "runs");

  child.kill("SIGTERM");

  await expect(hears(child, "stop requested")).resolves.toBeUndefined();
});
