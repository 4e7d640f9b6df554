import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { collectEvidence, createMemory } from "../../../packages/drift/src/find-false-pages.ts";
import { roleOf, withoutTranslations } from "../../../packages/drift/src/repository/file-role.ts";
import { listChanges } from "../../../packages/drift/src/repository/source-repository.ts";
import type { Evidence } from "../../../packages/drift/src/score/evidence.ts";
import { type LocalRepository, openLocalRepository } from "../../../packages/git/src/local/local-repository.ts";
import { type Half, halfOf, type ListedCommits } from "./commit-list.ts";

/** What the library sees of one commit, and which pages the commit itself changed. */
export type BenchCommit = {
  repository: string;
  half: Half;
  sha: string;
  /** Empty for a commit that changed code alone. */
  pages: ReadonlySet<string>;
  evidence: Evidence;
  /** Of the library, with everything read before but what differs from the commit before. */
  ms: number;
};

/** The folder of a repository's history: a bare one or a checkout in `DIR/owner+name`, or in the folder `repo` of it. */
export function findHistory(dataDir: string, name: string): string | undefined {
  const folder = join(dataDir, name.replace("/", "+"));
  return [folder, join(folder, "repo")].find((one) => existsSync(join(one, "HEAD")) || existsSync(join(one, ".git")));
}

export async function openHistory(dataDir: string, name: string): Promise<LocalRepository | null> {
  const path = findHistory(dataDir, name);
  return path === undefined ? null : openLocalRepository(pathToFileURL(path).href);
}

/** Gives the code's part of each listed commit to the library, oldest first. The pages are those of its parent. */
export async function collectCommits(repository: LocalRepository, listed: ListedCommits): Promise<BenchCommit[]> {
  const documented = new Set(listed.documented);
  const memory = createMemory();
  const found: BenchCommit[] = [];
  for (const { sha, parent } of await inOrder(repository, [...listed.documented, ...listed.silent])) {
    const start = performance.now();
    const { evidence, corpus } = await collectEvidence({ repository, base: parent, head: sha, memory });
    const ms = performance.now() - start;
    const changes = await listChanges(repository, parent, sha);
    const edited = changes.filter(
      ({ path, before, after }) => roleOf(path) === "page" && before !== null && after !== null,
    );
    const pages = new Set(withoutTranslations(edited.map(({ path }) => path)).filter((path) => corpus.pages.has(path)));
    if (documented.has(sha) && pages.size === 0) continue;
    found.push({
      repository: listed.name,
      half: halfOf(listed.name),
      sha,
      pages: documented.has(sha) ? pages : new Set(),
      evidence,
      ms,
    });
  }
  return found;
}

async function inOrder(
  repository: LocalRepository,
  shas: readonly string[],
): Promise<{ sha: string; parent: string }[]> {
  const { stdout } = await repository.git({
    args: ["log", "--no-walk=sorted", "--format=%H %P", "--stdin", "--"],
    stdin: `${shas.join("\n")}\n`,
  });
  const lines = stdout.toString("latin1").trim().split("\n").reverse();
  return lines.map((line) => {
    const [sha = "", parent = ""] = line.split(" ");
    return { sha, parent };
  });
}
