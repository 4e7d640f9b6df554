import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { listRemote } from "../cache/remote-refs.ts";
import { pushBranch } from "../push/push-branch.ts";
import { setGitStarter, spawnGit } from "../run/git-process.ts";
import { openGitStarter } from "../run/open-git-starter.ts";
import { makeDataDir, makeRepository, type TestRepository } from "../testing.ts";
import { openTestJob } from "../testing-jobs.ts";
import { localAccess } from "./access.ts";
import { openLocalRepository, readBranchHead, readDefaultBranch, readTexts } from "./local-repository.ts";
import { mustSwitch } from "./owner.ts";

const isRoot = process.getuid?.() === 0;
const OWNER = 65_534;

describe("objects of another repository", () => {
  async function makeTwo() {
    const repository = await makeRepository({ "a.md": "a\n" }, { bare: false });
    const other = await makeRepository({ "secret.md": "of another tenant\n" });
    // Anyone who knows the hash of a commit can point a branch to it.
    await writeFile(join(repository.path, ".git/refs/heads/leak"), `${await other.head()}\n`);
    return {
      repository,
      other,
      leak: () => readTexts(repository.url, [{ commit: "refs/heads/leak", path: "secret.md" }]),
      async [Symbol.asyncDispose]() {
        await repository.remove();
        await other.remove();
      },
    };
  }
  type Two = Awaited<ReturnType<typeof makeTwo>>;

  test.each<[string, (two: Two) => Promise<unknown>, RegExp]>([
    [
      "alternates",
      ({ repository, other }) =>
        writeFile(join(repository.path, ".git/objects/info/alternates"), `${join(other.path, "objects")}\n`),
      /git repack -a -d/,
    ],
    [
      "a link in the place of the packs",
      async ({ repository, other }) => {
        await rm(join(repository.path, ".git/objects/pack"), { recursive: true });
        await symlink(join(other.path, "objects/pack"), join(repository.path, ".git/objects/pack"));
      },
      /symbolic link/,
    ],
    [
      "a link to a pack",
      async ({ repository, other }) => {
        await other.git("repack", "-a", "-d", "--quiet");
        for (const name of await readdir(join(other.path, "objects/pack"))) {
          await symlink(join(other.path, "objects/pack", name), join(repository.path, ".git/objects/pack", name));
        }
      },
      /symbolic link/,
    ],
    [
      "a link in the place of a folder of objects",
      async (two) => {
        const folder = (await two.other.hashObject("loose")).slice(0, 2);
        await rm(join(two.repository.path, ".git/objects", folder), { recursive: true, force: true });
        await symlink(join(two.other.path, "objects", folder), join(two.repository.path, ".git/objects", folder));
      },
      /symbolic link/,
    ],
    [
      "a link in the place of all objects",
      async ({ repository, other }) => {
        await rm(join(repository.path, ".git/objects"), { recursive: true });
        await symlink(join(other.path, "objects"), join(repository.path, ".git/objects"));
      },
      /symbolic link/,
    ],
    [
      "a link in the place of the refs",
      async ({ repository, other }) => {
        await rm(join(repository.path, ".git/refs"), { recursive: true });
        await symlink(join(other.path, "refs"), join(repository.path, ".git/refs"));
      },
      /symbolic link/,
    ],
    [
      "a commondir",
      ({ repository, other }) => writeFile(join(repository.path, ".git/commondir"), `${other.path}\n`),
      /linked working tree/,
    ],
    [
      "a .git file",
      async ({ repository, other }) => {
        await rm(join(repository.path, ".git"), { recursive: true });
        await writeFile(join(repository.path, ".git"), `gitdir: ${other.path}\n`);
      },
      /Set the project's repository to the path of the repository/,
    ],
    [
      "a .git link",
      async ({ repository, other }) => {
        await rename(join(repository.path, ".git"), join(repository.path, "old"));
        await symlink(other.path, join(repository.path, ".git"));
      },
      /Set the project's repository to the path of the repository/,
    ],
  ])("are not served by %s", async (_, plant, sentence) => {
    await using two = await makeTwo();
    expect(await two.leak()).toEqual([null]);
    await plant(two);

    await expect(two.leak()).rejects.toMatchObject({
      code: "repository_unsupported",
      message: expect.stringMatching(sentence),
    });
    await expect(listRemote(() => localAccess(two.repository.url))).rejects.toThrow(sentence);
  });

  test("are refused also when the link comes after the repository was served", async () => {
    await using two = await makeTwo();
    await listRemote(() => localAccess(two.repository.url));
    await writeFile(join(two.repository.path, ".git/objects/info/alternates"), `${join(two.other.path, "objects")}\n`);

    await expect(two.leak()).rejects.toMatchObject({ code: "repository_unsupported" });
  });
});

test("a ref or a HEAD that is a pipe, or a link to what never ends, holds nothing up", async () => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  await symlink("/dev/zero", join(repository.path, "refs/heads/zero"));
  execFileSync("sh", ["-c", 'mkfifo "$0"', join(repository.path, "refs/heads/pipe")]);

  await expect(readBranchHead(repository.url, "zero")).rejects.toMatchObject({ code: "repository_unsupported" });
  await rm(join(repository.path, "refs/heads/zero"));
  await expect(readBranchHead(repository.url, "pipe")).rejects.toMatchObject({ code: "repository_unsupported" });
  await rm(join(repository.path, "HEAD"));
  execFileSync("sh", ["-c", 'mkfifo "$0"', join(repository.path, "HEAD")]);
  expect(await readDefaultBranch(repository.url)).toBeNull();
});

test.each([
  ["packed-refs", 60_000_000, "The repository has too many branches and tags. Delete unused ones."],
  [
    "shallow",
    41_000_000,
    "The repository is a shallow clone that ends at too many commits. Run git fetch --unshallow in it.",
  ],
])("a repository with a million entries in %s is refused before git reads them", async (name, bytes, message) => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  await writeFile(join(repository.path, name), "");
  await truncate(join(repository.path, name), bytes);
  const refusal = { code: "repository_too_large", message };

  await expect(listRemote(() => localAccess(repository.url), ["main"])).rejects.toMatchObject(refusal);
  await expect(openLocalRepository(repository.url)).rejects.toMatchObject(refusal);
});

test("what a repository says of its objects, its shared files and its pushes still counts", async () => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  await repository.git("config", "core.sharedRepository", "group");
  await repository.git("config", "receive.denyDeletes", "true");
  await using data = await makeDataDir();
  await using job = await openTestJob({ repository, dataDir: data.path });
  await job.workspace.write("a.md", "b\n");
  const commit = await job.workspace.commit("Edit", new Date(0));
  const sha = commit?.sha ?? "";

  await pushBranch(job.cache, { branch: "docsteward/x", sha, expected: null });

  const { mode } = await stat(join(repository.path, "refs/heads/docsteward"));
  expect(mode & 0o070).toBe(0o070);
  const removed = job.cache.remoteGit({ args: ["push", "--quiet", "origin", ":refs/heads/docsteward/x"] });
  await expect(removed).rejects.toThrow();
  expect(await repository.head("docsteward/x")).toBe(sha);
});

describe("whichever user owns a repository", () => {
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
    setGitStarter(spawnGit);
  });

  /** Puts a git before the real one that writes down as whom, with which environment and arguments it is called. */
  async function watchGit(folder: string): Promise<() => Promise<{ uid: string; command: string; env: string }[]>> {
    const log = join(folder, "calls");
    const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    await mkdir(join(folder, "bin"));
    await chmod(folder, 0o755);
    await writeFile(log, "");
    await chmod(log, 0o666);
    const script = `#!/bin/sh\nprintf '%s\\t%s\\t%s\\n' "$(id -u)" "$*" "$(env | tr '\\n' ' ')" >> '${log}'\nexec ${real} "$@"\n`;
    await writeFile(join(folder, "bin/git"), script);
    await chmod(join(folder, "bin/git"), 0o755);
    process.env.PATH = [join(folder, "bin"), path].join(delimiter);
    return async () =>
      (await readFile(log, "utf8"))
        .split("\n")
        .filter(Boolean)
        .map((line) => {
          const [uid = "", command = "", env = ""] = line.split("\t");
          return { uid, command, env };
        });
  }

  const give = ({ path: folder }: TestRepository) =>
    execFileSync("sh", ["-c", `chmod 755 "$0/.." && chown -R ${OWNER}:${OWNER} "$0"`, folder]);

  test.runIf(isRoot).each([
    ["this process", false],
    ["the small process", true],
  ])("is who git is that opens it, started by %s, and the cache stays the service's", async (_, isSmall) => {
    await using folder = await makeDataDir();
    await using repository = await makeRepository({ "a.md": "a\n" });
    give(repository);
    await using data = await makeDataDir();
    const calls = await watchGit(folder.path);
    await using starter = openGitStarter();
    if (isSmall) setGitStarter(starter.start);

    await using job = await openTestJob({ repository, dataDir: data.path });
    await job.workspace.write("a.md", "b\n");
    const commit = await job.workspace.commit("Edit", new Date(0));
    await pushBranch(job.cache, { branch: "docsteward/x", sha: commit?.sha ?? "", expected: null });
    await readTexts(repository.url, [{ commit: "refs/heads/docsteward/x", path: "a.md" }]);

    const seen = await calls();
    const isLocal = ({ command }: { command: string }) =>
      /docsteward-git-dirs|(upload|receive)-pack /.test(command) && !command.startsWith(`--git-dir=${data.path}`);
    const local = seen.filter(isLocal);
    expect(local.map(({ command }) => command.match(/(upload-pack|receive-pack|cat-file)/)?.[0])).toEqual(
      expect.arrayContaining(["upload-pack", "receive-pack", "cat-file"]),
    );
    expect(new Set(local.map(({ uid }) => uid))).toEqual(new Set([String(OWNER)]));
    const cache = seen.filter(({ command }) => command.startsWith(`--git-dir=${data.path}`));
    expect(new Set(cache.map(({ uid }) => uid))).toEqual(new Set(["0"]));
  });

  test("what opens a repository fetches nothing, knows no home and is given none of this process's variables", async () => {
    await using folder = await makeDataDir();
    await using repository = await makeRepository({ "a.md": "a\n" });
    await using data = await makeDataDir();
    const calls = await watchGit(folder.path);
    process.env.DOCSTEWARD_TEST_SECRET = "s3cret";
    try {
      await using job = await openTestJob({ repository, dataDir: data.path });
      await (await openLocalRepository(repository.url)).git({ args: ["rev-parse", "main"] });
      expect(job.heads.baseSha).toBe(await repository.head());
    } finally {
      delete process.env.DOCSTEWARD_TEST_SECRET;
    }

    const local = (await calls()).filter(
      ({ command }) => /upload-pack |rev-parse main/.test(command) && !command.startsWith(`--git-dir=${data.path}`),
    );
    expect(local.length).toBeGreaterThan(1);
    for (const { env } of local) {
      expect(env).toContain("GIT_NO_LAZY_FETCH=1");
      expect(env).toContain("GIT_ALLOW_PROTOCOL= ");
      expect(env).toContain("HOME=/nonexistent ");
      expect(env).not.toMatch(/s3cret|GIT_CONFIG_PARAMETERS|GIT_CONFIG_COUNT|GIT_CONFIG_KEY/);
    }
  });

  test("must be the service, root, or a user that the service may act as", () => {
    expect(mustSwitch({ uid: 1_000, canSwitch: false }, { uid: 1_000, gid: 5 })).toBe(false);
    expect(mustSwitch({ uid: 1_000, canSwitch: false }, { uid: 0, gid: 0 })).toBe(false);
    expect(mustSwitch({ uid: 0, canSwitch: true }, { uid: 1_000, gid: 5 })).toBe(true);
    expect(() => mustSwitch({ uid: 1_000, canSwitch: false }, { uid: 1_001, gid: 5 })).toThrow(
      "belongs to another user of this machine (uid 1001), and the service runs as uid 1000. Run the service as that user or as root",
    );
  });
});

test("a path that ends with a slash names the same repository", async () => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  const url = `${pathToFileURL(repository.path).href}/`;

  expect((await listRemote(() => localAccess(url))).defaultBranch).toBe("main");
});

test("what a killed process has left is cleared away, and nothing that a folder of such a name leads to", async () => {
  await using repository = await makeRepository({ "a.md": "a\n" });
  await using scratch = await makeDataDir();
  const tmp = join(scratch.path, "it's a tmp");
  const victim = join(scratch.path, "victim");
  const gone = 2 ** 22 + 1;
  const left = join(tmp, `docsteward-git-dirs-${gone}-own`);
  const foreign = join(tmp, `docsteward-git-dirs-${gone}-foreign`);
  for (const folder of [join(left, "one-read"), foreign, join(victim, "letters")])
    await mkdir(folder, { recursive: true });
  await writeFile(join(left, "one-read/HEAD"), "ref: refs/heads/main\n");
  await writeFile(join(victim, "letters/letter"), "dear\n");
  await symlink(join(victim, "letters"), join(foreign, "a"));
  await symlink(victim, join(tmp, `docsteward-git-dirs-${gone}-link`));

  const program = `
    const { openLocalRepository } = await import(${JSON.stringify(new URL("local-repository.ts", import.meta.url).href)});
    const { git } = await openLocalRepository(${JSON.stringify(repository.url)});
    await git({ args: ["rev-parse", "HEAD"] });`;
  execFileSync(process.execPath, ["--input-type=module", "-e", program], { env: { ...process.env, TMPDIR: tmp } });

  expect(await readFile(join(victim, "letters/letter"), "utf8")).toBe("dear\n");
  await expect(stat(left)).rejects.toMatchObject({ code: "ENOENT" });
});
