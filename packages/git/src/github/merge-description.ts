import { OWN_PART } from "../push/own-part.ts";

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
  const from = text.indexOf(OWN_PART.begin);
  const end = text.lastIndexOf(OWN_PART.end);
  return from === -1 || end < from ? null : { from, to: end + OWN_PART.end.length };
}
