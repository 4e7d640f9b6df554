import type { PushedChange } from "../journal.ts";

/**
 * Adds up what several rounds did to files, a line a file, by path. Lines count as often as they were changed.
 *
 * A file that one round added and a later one changed was added; one that was added and deleted again is left out.
 */
export function addUpChanges(changes: readonly PushedChange[]): PushedChange[] {
  const byPath = new Map<string, PushedChange>();
  for (const change of changes) {
    const earlier = byPath.get(change.from ?? change.path);
    byPath.delete(change.from ?? change.path);
    if (earlier?.status === "added" && change.status === "deleted") continue;
    byPath.set(change.path, earlier ? combine(earlier, change) : change);
  }
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function combine(earlier: PushedChange, later: PushedChange): PushedChange {
  const from = earlier.from ?? later.from;
  return {
    path: later.path,
    ...(from !== undefined && earlier.status !== "added" ? { from } : {}),
    status: earlier.status === "added" ? "added" : later.status === "modified" ? earlier.status : later.status,
    additions: earlier.additions + later.additions,
    deletions: earlier.deletions + later.deletions,
  };
}
