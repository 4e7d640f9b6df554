import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBlobReader, storeBlob } from "../cache/blob-store.ts";
import { makeDataDir, makeRepository } from "../testing.ts";
import { openTestCache } from "../testing-jobs.ts";
import { type GitEvents, setGitStarter, spawnGit } from "./git-process.ts";
import { type GitStarter, openGitStarter } from "./open-git-starter.ts";
import { runGit } from "./run-git.ts";

const HERE = pathToFileURL(`${import.meta.dirname}/`).href;

let starter: GitStarter;
beforeAll(() => {
  starter = openGitStarter();
  setGitStarter(starter.start);
});
afterAll(async () => {
  setGitStarter(spawnGit);
  await starter[Symbol.asyncDispose]();
});

/** An alias of git that runs a script. */
const script = (body: string) => ({ args: ["a-script"], config: [`alias.a-script=!${body}`] });

/** Runs git by the small process, and collects what it says. */
function start(run: { args: string[]; env?: Record<string, string> }) {
  const ended = Promise.withResolvers<number | Error>();
  const said: string[] = [];
  const events: GitEvents = {
    onStdout: (chunk) => void said.push(chunk.toString()),
    onStderr: () => undefined,
    onEnd: ended.resolve,
  };
  const git = starter.start({ args: run.args, env: { PATH: process.env.PATH ?? "", ...run.env } }, events);
  return { git, said, ended: ended.promise };
}

test("many concurrent calls each get their own input, output and exit code", async () => {
  const calls = Array.from({ length: 20 }, (_, number) =>
    runGit({ ...script(`cat; exit ${number}`), stdin: `${number} `.repeat(number * 1_000), okCodes: [number] }),
  );

  const ended = await Promise.all(calls);

  expect(ended.map(({ code }) => code)).toEqual(calls.map((_, number) => number));
  expect(ended.map(({ stdout }) => String(stdout))).toEqual(calls.map((_, n) => `${n} `.repeat(n * 1_000)));
});

test("a git that is kept running is asked again and again", async () => {
  await using repository = await makeRepository({ "a.md": "a" });
  await using data = await makeDataDir();
  using cache = await openTestCache(repository, data.path);
  const reader = openBlobReader(cache, { maxBytes: 500_000 });
  const texts = Array.from({ length: 30 }, (_, index) => `${index} `.repeat(index * 5_000));
  const shas = await Promise.all(texts.map((text) => storeBlob(cache, Buffer.from(text))));

  for (const [index, sha] of shas.entries()) expect(String(await reader.read(sha))).toBe(texts[index]);
  reader.close();
});

test("unread output is held back, and no process buffers it", async () => {
  const { git, ended } = start({ args: ["-c", "alias.endless=!yes", "endless"] });
  await expect.poll(() => git.pid).toBeTypeOf("number");

  // This process takes nothing in, and `yes` would write gigabytes.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  const sizeKb = Number(execFileSync("ps", ["-o", "rss=", "-p", `${starter.pid()}`], { encoding: "utf8" }));
  git.stop();
  await ended;

  expect(sizeKb).toBeLessThan(200_000);
});

test("the small process is started with nothing of this one's environment", async () => {
  process.env.DOCSTEWARD_TEST_SECRET = "s3cret";
  try {
    await using fresh = openGitStarter();

    const seen = execFileSync("ps", ["eww", "-o", "command=", "-p", `${fresh.pid()}`], { encoding: "utf8" });

    expect(seen).toContain("NODE_CHANNEL_FD=");
    expect(seen).not.toContain("s3cret");
  } finally {
    delete process.env.DOCSTEWARD_TEST_SECRET;
  }
});

test("a small process that is killed fails its calls, leaves no git behind, and is replaced", async () => {
  const lost = starter.pid() ?? 0;
  const { git, said, ended } = start({ args: ["-c", "alias.stuck=!sleep 600 & echo $!; wait", "stuck"] });
  await expect.poll(() => said.join("")).toMatch(/^\d+\n$/);
  const call = runGit(script("sleep 600"));
  const pids = [git.pid ?? 0, Number(said[0])];

  process.kill(lost, "SIGKILL");

  await expect(call).rejects.toMatchObject({ code: "git_failed" });
  expect(await ended).toBe(-1);
  for (const pid of pids) await untilGone(pid);
  expect(String((await runGit({ args: ["--version"] })).stdout)).toMatch(/^git version/);
  expect(starter.pid()).not.toBe(lost);
});

test("what it was asked for ends with the process that asked, however that goes", async () => {
  const code = `
    import { openGitStarter } from ${JSON.stringify(`${HERE}open-git-starter.ts`)};
    const starter = openGitStarter();
    const args = ["-c", "alias.stuck=!sleep 600 & echo $!; wait", "stuck"];
    const git = starter.start({ args, env: { PATH: process.env.PATH } }, {
      onStdout: (chunk) => console.log(starter.pid(), git.pid, String(chunk).trim()),
      onStderr: () => undefined,
      onEnd: () => undefined,
    });`;
  const asking = spawn(process.execPath, ["--input-type=module-typescript", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(asking.stdout, "data")) as [Buffer];
  const pids = line.toString().trim().split(" ").map(Number);
  expect(pids).toHaveLength(3);

  asking.kill("SIGKILL");

  for (const pid of pids) await untilGone(pid);
});

async function untilGone(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isAlive(pid)).toBe(false);
}

/** Whether a process runs. A zombie counts as gone. */
function isAlive(pid: number): boolean {
  try {
    return !execFileSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" }).startsWith("Z");
  } catch {
    return false;
  }
}

test.skipIf(!existsSync("/proc/self/autogroup"))("the small process gives way as the one it works for", async () => {
  const source = `
    const { lowerPriority } = await import(${JSON.stringify(new URL("../../../platform/src/priority.ts", import.meta.url).href)});
    const { openGitStarter } = await import("${HERE}open-git-starter.ts");
    lowerPriority(5);
    const starter = openGitStarter();
    process.send(starter.pid());
    process.on("message", async () => {
      await starter[Symbol.asyncDispose]();
      process.disconnect();
    });
  `;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [pid] = await once(parent, "message");
  const [own, its] = [parent.pid, pid].map((one) =>
    readFileSync(`/proc/${one}/autogroup`, "utf8").trim().split(" ").at(-1),
  );
  parent.send("end");
  await once(parent, "exit");

  expect(its).toBe(own);
});
