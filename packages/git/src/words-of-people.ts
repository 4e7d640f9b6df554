import { MANAGED_SECTION, type PullRequestUpdate } from "./host.ts";

// People change the titles and descriptions that a job has written: an update leaves their words.

/** The title that an update gives a pull request; undefined when it keeps the one it has. */
export function newTitle(
  current: { title: string },
  { title, titledBefore }: Pick<PullRequestUpdate, "title" | "titledBefore">,
): string | undefined {
  return titledBefore === undefined || titledBefore === current.title ? title : undefined;
}

/**
 * Puts the new words of a job into a description that people may have changed since: their part stays.
 *
 * Where either has no part that is marked as the job's, the new words are the description.
 */
export function mergeDescription(current: string, next: string): string {
  const part = findOwnPart(next);
  const old = findOwnPart(current);
  return part === null || old === null
    ? next
    : current.slice(0, old.from) + next.slice(part.from, part.to) + current.slice(old.to);
}

function findOwnPart(text: string): { from: number; to: number } | null {
  const from = text.indexOf(MANAGED_SECTION.begin);
  const end = text.lastIndexOf(MANAGED_SECTION.end);
  return from === -1 || end < from ? null : { from, to: end + MANAGED_SECTION.end.length };
}
