const MAX_CHARACTERS = 200_000;
const MAX_MARKS_OF_BLOCK = 3_000;
const MAX_NESTING = 80;

/**
 * Whether a text is built so that parsing it would take seconds: very long, nested past any use, or thousands of brackets and
 * marks in one block. The time that Markdown takes grows with their square, and meanwhile the server answers nobody.
 */
export function isTangled(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return true;
  return text
    .split(/\n[^\S\n]*\n/)
    .some((block) => marksIn(block) > MAX_MARKS_OF_BLOCK || nestingOf(block) > MAX_NESTING);
}

function marksIn(block: string): number {
  return block.match(/[[\]*_{}<~`]/g)?.length ?? 0;
}

function nestingOf(block: string): number {
  const prefixes = block.match(/^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*/gm) ?? [];
  return Math.max(0, ...prefixes.map((prefix) => prefix.match(/[>\-*+.)]/g)?.length ?? 0));
}
