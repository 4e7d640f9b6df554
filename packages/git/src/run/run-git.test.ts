import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "@docsteward/platform/is-alive";
import { findMachineFault } from "@docsteward/platform/machine-error";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GitError } from "../error.ts";
import { makeRepository } from "../testing.ts";
import { setGitStarter, spawnGit } from "./git-process.ts";
import { openGitStarter } from "./open-git-starter.ts";
import { runGit } from "./run-git.ts";

let folder: string;
let gitDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docsteward-run-git-"));
  gitDir = join(folder, "x.git");
  await runGit({ args: ["init", "--quiet", "--bare", "--template=", gitDir] });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An alias of git that runs a script: a stand-in for git being slow, loud or stuck. */
const script = (name: string, body: string) => ({ gitDir, args: [name], config: [`alias.${name}=!${body}`] });

describe.each(["this process", "a small process"])("where %s starts git", (who) => {
  beforeAll(() => {
    if (who === "this process") return setGitStarter(spawnGit);
    const starter = openGitStarter();
    setGitStarter(starter.start);
    return async () => {
      setGitStarter(spawnGit);
      await starter[Symbol.asyncDispose]();
    };
  });

  test("a git that can't be started is a fault of this machine, but not for the words of its call", async () => {
    const faultOf = async (args: string[], env = {}) => {
      const error = await runGit({ args, env }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(GitError);
      return findMachineFault(error, { dataDir: folder });
    };

    expect(await faultOf(["--version"], { PATH: folder })).toBe("git can't be started");
    expect(await faultOf(["--version", "x".repeat(200_000)])).toBeNull();
    expect(await faultOf(["--version", "\0"])).toBeNull();
  });

  test("git has the memory that it is given and no more, with its arguments as they are", async () => {
    const bound = await runGit({ ...script("bound", "ulimit -d"), maxMegabytes: 64 });
    const words = await runGit({
      ...script("words", "printf %s"),
      args: ["words", "$(id) `id` '\" ;"],
      maxMegabytes: 64,
    });

    expect(bound.stdout.toString().trim()).toBe("65536");
    expect(words.stdout.toString()).toBe("$(id) `id` '\" ;");
  });

  test("git is ended after the CPU time that it is given, and time that it waits is none", async () => {
    const busy = runGit({ ...script("busy", "while :; do :; done"), maxCpuSeconds: 1, timeoutMs: 200_000 });
    await expect(busy).rejects.toMatchObject({ code: "git_failed" });

    const waiting = await runGit({ ...script("waiting", "ulimit -d; sleep 2; ulimit -t"), maxCpuSeconds: 1 });
    expect(waiting.stdout.toString()).toBe("unlimited\n1\n");
  });

  test("git sees nothing of this process's environment but PATH", async () => {
    process.env.DOCSTEWARD_TEST_SECRET = "s3cret";
    try {
      const { stdout } = await runGit(script("show-env", "env"));

      const names = stdout
        .toString()
        .split("\n")
        .map((line) => line.slice(0, line.indexOf("=")));
      expect(stdout.toString()).not.toContain("s3cret");
      expect(
        names.filter((name) => !/^(GIT_|LC_ALL$|TZ$|HOME$|XDG_CONFIG_HOME$|PATH$|PWD$|_$|SHLVL$|OLDPWD$)/.test(name)),
      ).toEqual([""]);
      expect(stdout.toString()).toContain("HOME=/nonexistent\n");
    } finally {
      delete process.env.DOCSTEWARD_TEST_SECRET;
    }
  });

  test("input goes in and output comes out as bytes", async () => {
    const bytes = Buffer.from([0, 255, 10, 13]);

    const { stdout } = await runGit({ ...script("copy", "cat"), stdin: bytes });

    expect(stdout.equals(bytes)).toBe(true);
  });

  test("what takes too long is ended with everything it started", async () => {
    const pidFile = join(folder, `pid of ${who}`.replaceAll(" ", "-"));
    const body = `sh -c 'trap "" TERM; echo $$ > ${pidFile}; while :; do sleep 1; done'`;

    const readPid = () => Number(existsSync(pidFile) ? readFileSync(pidFile, "utf8") : 0);

    // On a busy machine the time may be over before the script has begun.
    for (let timeoutMs = 500; readPid() === 0; timeoutMs *= 2) {
      await expect(runGit({ ...script("stuck", body), timeoutMs })).rejects.toMatchObject({ code: "timed_out" });
    }

    await expect.poll(() => isAlive(readPid())).toBe(false);
  });

  test("an abort ends git and is thrown as it was given", async () => {
    const controller = new AbortController();
    const reason = new Error("cancelled");
    setTimeout(() => controller.abort(reason), 200);

    await expect(runGit({ ...script("slow", "sleep 30"), signal: controller.signal })).rejects.toBe(reason);
    await expect(runGit({ ...script("slow", "sleep 30"), signal: controller.signal })).rejects.toBe(reason);
  });

  test("too much output is an error, or cut where that was asked for", async () => {
    const endless = script("endless", "yes");

    await expect(runGit({ ...endless, maxBytes: 1_000 })).rejects.toMatchObject({ code: "limit_reached" });
    const { stdout, isCut } = await runGit({ ...endless, maxBytes: 1_000, overflow: "cut" });
    expect(stdout.length).toBe(1_000);
    expect(isCut).toBe(true);
  });

  test("a failure is a sentence without paths or what git printed; that is its cause", async () => {
    const failure = await runGit({ gitDir, args: ["cat-file", "-p", "nonsense"] }).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(GitError);
    expect(failure).toMatchObject({
      code: "git_failed",
      message: "git cat-file failed on the server's copy of the repository.",
    });
    expect(String((failure as GitError).cause)).toContain("nonsense");
  });

  test("without a remote git speaks no protocol", async () => {
    const fetch = runGit({ gitDir, args: ["fetch", `file://${gitDir}`] });

    await expect(fetch).rejects.toMatchObject({
      cause: { message: expect.stringContaining("transport 'file' not allowed") },
    });
  });

  test("what a repository's own configuration would run does not run", async () => {
    const hostile = join(folder, "hostile.git");
    const mark = join(folder, "ran");
    await runGit({ args: ["init", "--quiet", "--bare", "--template=", hostile] });
    const evil = join(folder, "evil.sh");
    await writeFile(evil, `#!/bin/sh\ntouch ${mark}\n`);
    await chmod(evil, 0o755);
    for (const key of [
      "core.fsmonitor",
      "core.pager",
      "diff.external",
      "core.editor",
      "core.sshCommand",
      "gpg.program",
    ])
      await runGit({ gitDir: hostile, args: ["config", key, evil] });
    const tree = (await runGit({ gitDir: hostile, args: ["mktree"] })).stdout.toString().trim();
    const commit = (await runGit({ gitDir: hostile, args: ["commit-tree", tree], stdin: "x" })).stdout
      .toString()
      .trim();

    await runGit({ gitDir: hostile, args: ["diff-tree", "-p", "--no-ext-diff", "--root", commit] });
    await runGit({ gitDir: hostile, args: ["log", "--no-show-signature", commit] });

    await expect(rm(mark)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("a machine without git gets an error that asks for git", async () => {
    await expect(runGit({ args: ["--version"], env: { PATH: folder } })).rejects.toMatchObject({
      code: "unavailable",
      message: "git could not be started. Install git 2.38 or newer on the server.",
    });
  });
});

/** 298 bytes: a blob of 64 kB, and five deltas that each say the one before eight times. */
const DELTA_BOMB = [
  "UEFDSwAAAAIAAAAGsIAgeNrtwQEBAAAAgJD+r+4ICgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "AAAAAAAAAAAAAAAGoADwAB5gFXeNpraGBpaFA4wIgKAWDGCC3nARR42mtoUGhoaGA6wIEKAW3ZCOPoARV42mtoaGBqaGgQOOCACgGGUgsT4QkW",
  "eNpraGgQaAACxg///////h8M5v/7/5+RaYAEAHeJd3LiQSN42u3OWxJDQBBG4XIfIlhy7yRbDIKQcMxfFuFluqrre+rqY2YW+TX3BhauOSCSO8",
  "TyD4n8QSo3yOQKufxCwXXv5AylnKCSH3jIEWo5wFP20Hhe/nfbhYAQEAJuDzgBrNiFd2EtUjgw+HMJ3QprbnKT6a2HMN5V",
].join("");

test("a small pack that unpacks to gigabytes is refused before git takes the memory for it", async () => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  const stdin = Buffer.from(DELTA_BOMB, "base64");

  const unpacking = runGit({ args: ["index-pack", "--stdin"], gitDir: repository.path, stdin });

  await expect(unpacking).rejects.toMatchObject({ code: "git_failed", cause: expect.anything() });
  await expect(unpacking.catch((error: Error) => String(error.cause))).resolves.toMatch(/over limit/);
});
