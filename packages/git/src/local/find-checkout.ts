import type { LocalRepository } from "./open-local.ts";

/** The folder in which somebody has a branch checked out, the main working tree or a linked one; null when nobody has. */
export async function findCheckout(repository: LocalRepository, branch: string): Promise<string | null> {
  const { stdout } = await repository.git({ args: ["worktree", "list", "--porcelain", "-z"] });
  for (const record of stdout.toString("utf8").split("\0\0")) {
    const fields = record.split("\0").filter(Boolean);
    if (fields.includes(`branch refs/heads/${branch}`)) return fields[0]?.replace(/^worktree /, "") ?? null;
  }
  return null;
}
