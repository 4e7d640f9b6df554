import type { FileChange, Workspace } from "@docsteward/git/workspace";
import { executableLines } from "./executable-lines.ts";

const MAX_LINES = 20;

/** The lines of the changed pages that run as code and were not there before, for the reviewer to look at. At most 20. */
export async function addedCodeLines(
  workspace: Workspace,
  changes: readonly FileChange[],
): Promise<{ path: string; line: string }[]> {
  const found: { path: string; line: string }[] = [];
  for (const { path, from, status } of changes) {
    if (status === "deleted") continue;
    const [before, after] = await Promise.all([workspace.start.read(from ?? path), workspace.read(path)]);
    const known = new Set(executableLines(before?.text ?? ""));
    for (const line of executableLines(after?.text ?? "")) if (!known.has(line)) found.push({ path, line });
  }
  return found.slice(0, MAX_LINES);
}
