import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import type { HostileTenant } from "../hostile-tenant.ts";
import type { HostileInput } from "./input.ts";
import { workOn } from "./pages.ts";

/** Repositories that are larger than they look, and one whose configuration names programs. */
export function hostileRepositories(): HostileInput[] {
  return [
    repositoryInput("repository: 1,000,000 pages in 32 kB of objects", 32_000, () => makeTreeBomb(100)),
    repositoryInput("repository: 100,000 files", 4_000_000, makeManyFiles),
    repositoryInput("repository: one file of 200 MB", 200_000, () =>
      makeRepository({ "index.md": Buffer.alloc(200_000_000, 97) }),
    ),
    repositoryInput("repository: 1,000 folders deep", 40_000, () =>
      makeRepository({ [`${"a/".repeat(1_000)}index.md`]: "# Deep\n" }),
    ),
    repositoryInput("repository: lines of 1 MB", 3_000_000, () =>
      makeRepository({
        "index.md": `# Long\n\n${"word ".repeat(200_000)}\n${"recieve".repeat(140_000)}\n`,
        "b.mdx": "x".repeat(1_000_000),
      }),
    ),
    repositoryInput("repository: navigation of 100,000 entries", 2_000_000, makeNavigation),
    { name: "repository: programs in its configuration", bytes: 500, send: sendHostileConfig },
  ];
}

function repositoryInput(name: string, bytes: number, make: () => Promise<TestRepository>): HostileInput {
  return {
    name,
    bytes,
    send: async (tenant, signal) => {
      await using repository = await make();
      return await tenant.withProject(repository, (project) => workOn(tenant, project, signal));
    },
  };
}

/** `width` to the third pages: three trees, each of which names the one below `width` times. */
async function makeTreeBomb(width: number): Promise<TestRepository> {
  const repository = await makeRepository({ "index.md": "# Small\n" });
  const blob = await repository.hashObject("# Page\n\nThe typo is recieve.\n");
  let entry = `100644 blob ${blob}`;
  for (const suffix of [".md", "", ""]) {
    const lines = Array.from({ length: width }, (_, index) => `${entry}\tp${index}${suffix}`);
    entry = `040000 tree ${makeTree(repository, lines)}`;
  }
  await commitTree(repository, entry.split(" ")[2] ?? "");
  return repository;
}

async function makeManyFiles(): Promise<TestRepository> {
  const repository = await makeRepository({ "index.md": "# Small\n" });
  const blob = await repository.hashObject("# Page\n");
  const lines = Array.from({ length: 100_000 }, (_, index) => `100644 blob ${blob}\tpage-${index}.md`);
  await commitTree(repository, makeTree(repository, lines));
  return repository;
}

function makeTree({ path }: TestRepository, lines: string[]): string {
  const input = `${lines.join("\n")}\n`;
  return execFileSync("git", ["mktree"], {
    cwd: path,
    input,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
  }).trim();
}

async function commitTree(repository: TestRepository, tree: string): Promise<void> {
  const commit = await repository.git("commit-tree", tree, "-m", "Grow");
  await repository.git("update-ref", `refs/heads/${repository.branch}`, commit);
}

function makeNavigation(): Promise<TestRepository> {
  const pages = Array.from({ length: 100_000 }, (_, index) => `p${index}`);
  const navigation = { name: "x", navigation: { groups: [{ group: "All", pages }] } };
  return makeRepository({ "docs.json": JSON.stringify(navigation), "index.md": "# Home\n\nThe typo is recieve.\n" });
}

/** Everything in a repository that git can be made to run a program by. @throws Error when one of them ran */
async function sendHostileConfig(tenant: HostileTenant, signal: AbortSignal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "docsteward-hostile-"));
  const proof = join(folder, "ran");
  await using repository = await makeRepository({ "index.md": "# Home\n\nThe typo is recieve.\n" });
  try {
    const program = join(folder, "program");
    await writeFile(program, `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    for (const hook of [
      "pre-receive",
      "update",
      "post-update",
      "post-receive",
      "reference-transaction",
      "pre-upload",
    ]) {
      await mkdir(join(repository.path, "hooks"), { recursive: true });
      await writeFile(join(repository.path, "hooks", hook), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    }
    for (const key of [
      "core.fsmonitor",
      "core.sshCommand",
      "core.pager",
      "core.editor",
      "uploadpack.packObjectsHook",
      "gpg.program",
      "diff.external",
      "filter.x.clean",
      "filter.x.smudge",
      "filter.x.process",
      "remote.origin.uploadpack",
      "merge.x.driver",
      "credential.helper",
    ]) {
      await repository.git("config", key, program);
    }
    await repository.git("config", "remote.origin.url", repository.path);
    await repository.git("config", "remote.origin.promisor", "true");
    await repository.git("config", "extensions.partialClone", "origin");
    const outcome = await tenant.withProject(repository, (project) => workOn(tenant, project, signal));
    if (existsSync(proof)) throw new Error("A program of the repository ran.");
    return outcome;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
