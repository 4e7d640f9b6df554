/** A run of lines of a page: a code fence with its marks, or what stands between two. */
export type Stretch = { isCode: boolean; text: string };

const OPENING = /^\s*(?:[-*+]\s+|\d+[.)]\s+|>\s*)*(`{3,}|~{3,})([^`]*)$/;
const CLOSING = /^[\s>]*(`{3,}|~{3,})\s*$/;

/** Parts code fences from prose, at any depth of lists and components. Joined with newlines the stretches are the text again. */
export function splitFences(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let lines: string[] = [];
  let mark: string | null = null;
  const close = (isCode: boolean) => {
    if (lines.length > 0) stretches.push({ isCode, text: lines.join("\n") });
    lines = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const opening: string | undefined = mark === null ? OPENING.exec(line)?.[1] : undefined;
    if (opening) {
      close(false);
      mark = opening;
    }
    lines.push(line);
    const closing: string | undefined = mark === null || opening ? undefined : CLOSING.exec(line)?.[1];
    if (mark !== null && closing?.startsWith(mark)) {
      close(true);
      mark = null;
    }
  }
  close(mark !== null);
  return stretches;
}
