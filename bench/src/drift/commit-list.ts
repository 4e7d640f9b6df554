import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../root.ts";

/** The commits of one repository that the benchmark asks about. Nothing of a repository is kept but its name and these. */
export type ListedCommits = {
  name: string;
  /** Changed code and pages. */
  documented: string[];
  /** Changed code alone, and no page that names what they changed was changed in the 30 days after. */
  silent: string[];
};

export type Half = "first" | "second";

/** Settings are tuned on the first half alone. */
export function halfOf(name: string): Half {
  return (createHash("sha256").update(name).digest()[0] ?? 0) % 2 === 0 ? "first" : "second";
}

const FILE = join(ROOT, "bench", "drift-commits.json");

export async function readCommitList(): Promise<ListedCommits[]> {
  return JSON.parse(await readFile(FILE, "utf8")) as ListedCommits[];
}

export async function writeCommitList(listed: readonly ListedCommits[]): Promise<void> {
  await writeFile(FILE, `${JSON.stringify(listed, null, 1)}\n`);
}
