// Long because it is one list: every way to make git run a program, and what springs it.
import { execFile } from "node:child_process";
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listRemote } from "../cache/remote-refs.ts";
import { compareCommits } from "../files/compare-commits.ts";
import { pushBranch } from "../push/push-branch.ts";
import { makeDataDir, makeRepository, type TestRepository } from "../testing.ts";
import { openTestJob } from "../testing-jobs.ts";
import { localAccess } from "./access.ts";
import {
  isContained,
  openLocalRepository,
  readBranchHead,
  readComparison,
  readDefaultBranch,
  readTexts,
} from "./local-repository.ts";
import { mergeLocalBranch } from "./merge.ts";
import { readChangeTimes } from "./read-change-times.ts";
import { createLocalHost } from "./stored-host.ts";

const execute = promisify(execFile);
const AT = new Date("2026-01-02T03:04:05Z");
const PAGES = {
  "docs/a.md": "one\ntwo\nthree\n",
  "docs/b.md": "b\n",
  ".gitattributes": "*.md filter=evil diff=evil merge=evil\n",
};

type Trap = {
  repository: TestRepository;
  /** A program that leaves a marker of this name. */
  program(name: string): Promise<string>;
  /** What has run. */
  ran(): Promise<string[]>;
  forget(): Promise<unknown>;
  other: TestRepository;
};

type Plant = (trap: Trap) => Promise<unknown>;
/** What a person who works in the repository does, with its configuration: proof that the trap springs. */
type Spring = (trap: Trap) => Promise<unknown>;

const set = (key: string, toValue: (program: string) => string = (program) => program): Plant => {
  return async ({ repository, program }) => repository.git("config", key, toValue(await program("marker")));
};

const hook = (name: string): Plant => {
  return async ({ repository, program }) => {
    const file = join(repository.path, ".git/hooks", name);
    await mkdir(join(repository.path, ".git/hooks"), { recursive: true });
    await copyFile(await program("marker"), file);
    await chmod(file, 0o755);
  };
};

const plain =
  (...args: string[]): Spring =>
  async ({ repository }) =>
    repository.git(...args).catch(() => undefined);

/** A push as a person's git does it. */
const push: Spring = async ({ repository, other }) =>
  other.git("push", repository.url, "main:refs/heads/from-other").catch(() => undefined);

/** A commit whose file is only at a remote that the repository names. */
const promisor: Plant = async ({ repository, program }) => {
  const blob = await repository.git("rev-parse", "main:docs/b.md");
  await rm(join(repository.path, ".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
  const lines = [
    ["core.repositoryformatversion", "1"],
    ["extensions.partialClone", "evil"],
    ["remote.evil.url", repository.path],
    ["remote.evil.promisor", "true"],
    ["remote.evil.uploadpack", await program("marker")],
  ];
  for (const [key = "", value = ""] of lines) await repository.git("config", key, value);
};

const included =
  (header: string): Plant =>
  async ({ repository, program }) => {
    const file = join(repository.path, "..", "included");
    await writeFile(file, `[core]\n\tfsmonitor = ${await program("marker")}\n`);
    const config = join(repository.path, ".git/config");
    await execute("sh", ["-c", 'printf "%s" "$1" >> "$0"', config, `[${header}]\n\tpath = ${file}\n`]);
  };

const commitAs = plain("commit", "--quiet", "--allow-empty", "-m", "x");
const status = plain("status");

/** By name: the trap, and what springs it for a person. Null where git itself ignores it in a repository. */
const TRAPS: Record<string, [Plant, Spring | null]> = {
  "core.fsmonitor": [set("core.fsmonitor"), status],
  "core.sshCommand": [set("core.sshCommand"), plain("ls-remote", "ssh://example.invalid/x")],
  "core.alternateRefsCommand": [
    async (trap) => {
      await set("core.alternateRefsCommand")(trap);
    },
    null,
  ],
  "core.pager": [set("core.pager"), null],
  "core.editor": [set("core.editor"), plain("commit", "--allow-empty")],
  "core.askPass": [set("core.askPass"), null],
  "core.worktree and attributes": [
    async ({ repository, program }) => {
      const attributes = join(repository.path, "..", "attributes");
      await writeFile(attributes, "* diff=evil\n");
      await repository.git("config", "core.attributesFile", attributes);
      await repository.git("config", "diff.evil.textconv", await program("marker"));
      await repository.git("config", "core.worktree", join(repository.path, ".."));
    },
    plain("log", "-p", "--textconv"),
  ],
  "info/attributes": [
    async ({ repository, program }) => {
      await mkdir(join(repository.path, ".git/info"), { recursive: true });
      await writeFile(join(repository.path, ".git/info/attributes"), "* diff=evil\n");
      await repository.git("config", "diff.evil.command", await program("marker"));
    },
    plain("diff", "main~1", "main"),
  ],
  "include.path": [included("include"), status],
  includeIf: [included('includeIf "gitdir:/**"'), status],
  "remote.*.uploadpack": [
    async (trap) => {
      await trap.repository.git("config", "remote.origin.url", trap.other.url);
      await set("remote.origin.uploadpack")(trap);
    },
    plain("fetch", "origin"),
  ],
  "remote.*.receivepack": [
    async (trap) => {
      await trap.repository.git("config", "remote.origin.url", trap.other.url);
      await set("remote.origin.receivepack")(trap);
    },
    plain("push", "origin", "main"),
  ],
  "remote.*.vcs and protocol.ext.allow": [
    async ({ repository, program }) => {
      await repository.git("config", "protocol.ext.allow", "always");
      await repository.git("config", "remote.origin.url", `ext::${await program("marker")}`);
    },
    plain("fetch", "origin"),
  ],
  "url.*.insteadOf": [
    async ({ repository, program }) => {
      await repository.git("config", "protocol.ext.allow", "always");
      await repository.git("config", `url.ext::${await program("marker")} .insteadOf`, "file:");
    },
    plain("fetch", "file:///nowhere", "main"),
  ],
  "extensions.partialClone and a promisor": [promisor, plain("cat-file", "-p", "main:docs/b.md")],
  "uploadpack.packObjectsHook": [set("uploadpack.packObjectsHook"), null],
  "filter.*.clean": [set("filter.evil.clean"), plain("add", "--renormalize", ".")],
  "filter.*.smudge": [set("filter.evil.smudge"), plain("archive", "-o", "/dev/null", "main")],
  "filter.*.process": [set("filter.evil.process"), plain("archive", "-o", "/dev/null", "main")],
  "diff.external": [set("diff.external"), plain("diff", "main~1", "main")],
  "diff.*.textconv": [set("diff.evil.textconv"), plain("diff", "main~1", "main")],
  "diff.*.command": [set("diff.evil.command"), plain("diff", "main~1", "main")],
  "merge.*.driver": [set("merge.evil.driver"), plain("merge-tree", "--write-tree", "main", "docsteward/other")],
  "gpg.program and commit.gpgsign": [
    async (trap) => {
      await trap.repository.git("config", "commit.gpgsign", "true");
      await set("gpg.program")(trap);
    },
    commitAs,
  ],
  "credential.helper": [
    set("credential.helper", (program) => `!${program}`),
    async ({ repository }) => {
      const child = execute("git", ["-C", repository.path, "credential", "fill"], {
        env: { PATH: process.env.PATH, GIT_TERMINAL_PROMPT: "0" },
      });
      child.child.stdin?.end("protocol=https\nhost=example.invalid\n\n");
      await child.catch(() => undefined);
    },
  ],
  "alias.*": [
    async (trap) => {
      for (const verb of ["log", "show", "upload-pack"])
        await trap.repository.git("config", `alias.${verb}`, `!${await trap.program("marker")}`);
      await trap.repository.git("config", "alias.evil", `!${await trap.program("marker")}`);
    },
    plain("evil"),
  ],
  "receive.procReceiveRefs": [
    async (trap) => {
      await trap.repository.git("config", "--add", "receive.procReceiveRefs", "refs");
      await hook("proc-receive")(trap);
    },
    push,
  ],
  ...Object.fromEntries(
    ["reference-transaction", "pre-receive", "update", "post-receive", "post-update"].map(
      (name): [string, [Plant, Spring]] => [`the hook ${name}`, [hook(name), push]],
    ),
  ),
  "the hook post-merge": [hook("post-merge"), plain("merge", "--quiet", "--no-edit", "fast")],
  "the hook push-to-checkout": [
    async (trap) => {
      await trap.repository.git("config", "receive.denyCurrentBranch", "updateInstead");
      await hook("push-to-checkout")(trap);
    },
    async ({ repository, other }) => {
      await other.git("fetch", repository.url, "main");
      const next = await other.git("commit-tree", "FETCH_HEAD^{tree}", "-p", "FETCH_HEAD", "-m", "next");
      await other.git("push", repository.url, `${next}:refs/heads/main`).catch(() => undefined);
    },
  ],
  "submodules with ext:: and -u": [
    async ({ repository, program }) => {
      const file = join(repository.path, ".gitmodules");
      const evil = await program("marker");
      await writeFile(
        file,
        `[submodule "x"]\n\tpath = x\n\turl = ext::${evil}\n[submodule "y"]\n\tpath = y\n\turl = --upload-pack=${evil}\n\tupdate = !${evil}\n`,
      );
      await repository.git("update-index", "--add", ".gitmodules");
      const tree = await repository.git("write-tree");
      await repository.git(
        "update-ref",
        "refs/heads/main",
        await repository.git("commit-tree", tree, "-p", "main", "-m", "x"),
      );
      await repository.git("config", "protocol.ext.allow", "always");
      await repository.git("config", "submodule.recurse", "true");
      await repository.git("config", "submodule.x.url", `ext::${await program("marker")}`);
    },
    null,
  ],
  "a replaced commit, grafts, and refs that begin with a dash": [
    async ({ repository, program }) => {
      const head = await repository.head();
      await repository.git("update-ref", `refs/replace/${head}`, await repository.head("fast"));
      await mkdir(join(repository.path, ".git/info"), { recursive: true });
      await writeFile(join(repository.path, ".git/info/grafts"), `${head}\n`);
      const name = `--upload-pack=${(await program("marker")).replaceAll("/", "_")}`;
      await writeFile(join(repository.path, ".git/refs/heads", name), `${head}\n`);
    },
    null,
  ],
  "a pack with the name of a command": [
    async ({ repository, program }) => {
      await repository.git("repack", "-a", "-d", "--quiet");
      const folder = join(repository.path, ".git/objects/pack");
      const name = `pack-$(${(await program("marker")).replaceAll("/", "$HOME")});\`touch x\``.slice(0, 200);
      for (const file of await readdir(folder)) {
        if (/\.(pack|idx)$/.test(file))
          await rename(join(folder, file), join(folder, `${name}${file.slice(file.lastIndexOf("."))}`));
      }
    },
    null,
  ],
  "a bundle address": [set("fetch.bundleURI", (program) => `ext::${program}`), null],
  "core.hooksPath": [
    async ({ repository, program }) => {
      const folder = join(repository.path, "..", "hooks");
      await mkdir(folder);
      for (const name of ["pre-receive", "reference-transaction", "post-index-change"])
        await copyFile(await program("marker"), join(folder, name));
      for (const name of await readdir(folder)) await chmod(join(folder, name), 0o755);
      await repository.git("config", "core.hooksPath", folder);
    },
    push,
  ],
};

let template: TestRepository;
let foreign: TestRepository;
beforeAll(async () => {
  template = await makeRepository(PAGES, { bare: false });
  foreign = await makeRepository({ "page.md": "of another user\n" });
  await template.commit({ "docs/a.md": "ONE\ntwo\nthree\n" });
  await template.git("reset", "--quiet", "--hard");
  await template.commit({ "docs/a.md": "one\ntwo\nTHREE\n" }, "docsteward/fix");
  await template.git("branch", "--quiet", "docsteward/other", "main~1");
  await template.commit({ "docs/a.md": "uno\ntwo\nthree\n" }, "docsteward/other");
  await template.commit({ "docs/b.md": "fast\n" }, "fast");
  await template.git("branch", "--quiet", "release", "main");
});
afterAll(async () => {
  await template.remove();
  await foreign.remove();
});

async function makeTrap(): Promise<Trap & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), "docsteward-test-"));
  const copy = async (from: TestRepository, name: string): Promise<TestRepository> => {
    const path = join(folder, name);
    await cp(from.path, path, { recursive: true });
    const env = {
      PATH: process.env.PATH,
      HOME: "/nonexistent",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
    };
    const identity = ["-c", "user.name=Ada Example", "-c", "user.email=ada@example.com"];
    const git = async (...args: string[]) =>
      (await execute("git", [...identity, ...args], { cwd: path, env })).stdout.trim();
    return {
      ...from,
      path,
      url: pathToFileURL(path).href,
      git,
      head: (branch = "main") => git("rev-parse", `refs/heads/${branch}`),
    };
  };
  const markers = join(folder, "markers");
  const programs = join(folder, "programs");
  await mkdir(markers);
  await mkdir(programs);
  return {
    repository: await copy(template, "repository"),
    other: await copy(foreign, "other"),
    async program(name) {
      const file = join(programs, name);
      await writeFile(file, `#!/bin/sh\necho "$0 $*" >> '${join(markers, name)}'\nexit 1\n`);
      await chmod(file, 0o755);
      return file;
    },
    ran: () => readdir(markers),
    forget: async () => Promise.all((await readdir(markers)).map((name) => rm(join(markers, name)))),
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Everything that is ever done with a repository on this machine; what a trap breaks must not keep the rest from being tried. */
async function useAllVerbs({ repository }: Pick<Trap, "repository">): Promise<string[]> {
  await using data = await makeDataDir();
  const { url } = repository;
  const head = await repository.git("rev-parse", "refs/heads/main");
  const done: string[] = [];
  const use = async (name: string, work: () => Promise<unknown>) => {
    await work().then(
      () => done.push(name),
      () => undefined,
    );
  };
  await use("list", () => listRemote(() => localAccess(url)));
  await use("default branch", () => readDefaultBranch(url));
  await use("protected branches", () =>
    createLocalHost({ store: undefined as never, urlOf: String }).protectedBranches(repository.source()),
  );
  await use("branch head", () => readBranchHead(url, "main"));
  await use("contained", async () => isContained(await openLocalRepository(url), head, "main"));
  await use("comparison", () =>
    readComparison({ repository: url, base: "refs/heads/main", headSha: "refs/heads/docsteward/fix" }),
  );
  await use("diff", async () => compareCommits(await openLocalRepository(url), { base: `${head}~1`, head }));
  await use("texts", () =>
    readTexts(url, [
      { commit: head, path: "docs/a.md" },
      { commit: head, path: "docs/b.md" },
    ]),
  );
  await use("change times", () =>
    readChangeTimes({ repository: url, commit: head, paths: ["docs/a.md"], since: null }),
  );
  await use("job", async () => {
    await using job = await openTestJob({ repository, dataDir: data.path });
    await use("grep", () => job.workspace.grep("two"));
    await job.workspace.write("docs/b.md", "changed\n");
    const commit = await job.workspace.commit("Edit", AT);
    await use("push", () =>
      pushBranch(job.cache, { branch: "docsteward/new", sha: commit?.sha ?? "", expected: null }),
    );
    await use("push to what is checked out", () =>
      pushBranch(job.cache, { branch: "main", sha: commit?.sha ?? "", expected: head }),
    );
  });
  await use("merge", () =>
    mergeLocalBranch({
      dataDir: data.path,
      repository: url,
      number: 1,
      title: "x",
      branch: "docsteward/fix",
      baseRef: "release",
      at: AT,
    }),
  );
  return done;
}

const SPRUNG = Object.entries(TRAPS).flatMap(([name, [plant, spring]]) => (spring ? [{ name, plant, spring }] : []));
const VERBS = ["list", "branch head", "comparison", "diff", "texts", "change times", "grep", "push", "merge"];

describe("a hostile repository on this machine", () => {
  test.each(SPRUNG)("would run a program for a person by $name", async ({ plant, spring }) => {
    await using trap = await makeTrap();
    await plant(trap);

    await spring(trap);

    expect(await trap.ran()).toEqual(["marker"]);
  });

  test.each([
    ["its hooks", (name: string) => name.startsWith("the hook") || name === "receive.procReceiveRefs", VERBS],
    ["objects that are elsewhere", (name: string) => name.startsWith("extensions."), ["list", "branch head", "diff"]],
    ["everything else", (name: string) => !/^the hook|^extensions|^receive/.test(name), VERBS],
  ])("runs nothing by %s, whatever is done with it, and serves all the same", async (_, isPlanted, verbs) => {
    await using trap = await makeTrap();
    for (const [name, [plant]] of Object.entries(TRAPS)) if (isPlanted(name)) await plant(trap);
    // Planting one may have sprung another.
    await trap.forget();

    const done = await useAllVerbs(trap);

    expect(await trap.ran()).toEqual([]);
    expect(done).toEqual(expect.arrayContaining(verbs));
  });
});
