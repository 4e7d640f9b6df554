const VERBS =
  "replace|rename|change|swap|substitute|create|add|write|make|append|insert|delete|remove|drop|move|fix|correct|repair|update|use|call|spell|turn|convert|switch|put|mend|adjust|rewrite|start";

/** Words that people put before an instruction and that say nothing. */
const COURTESY =
  /^(?:(?:[-*•]|\d+[.)])\s+|(?:please|pls|kindly|also|and|then|next|finally|first|secondly|afterwards|after that|now|so|ok|okay|hi|hello|hey|thanks|thank you)\b[\s,:.!]*|(?:can|could|would|will) you\b\s*|(?:i(?:'d| would) like you to|i want you to|i need you to|we (?:need|want) to|you should|let's|let us)\b\s*)/i;

/**
 * Cuts a prompt, already without its quoted pieces, into one text per instruction: at line ends, semicolons, sentence ends,
 * "then", and at "and" or a comma when a verb of the grammar follows.
 */
export function splitPrompt(prompt: string): string[] {
  const text = prompt.replace(/[ \t]{2,}/g, " ").replace(/(?:[ \t]*\r?\n){2,}/g, "\n\n");
  const joined = text
    // A quoted text that begins on the line below its instruction belongs to it.
    .replace(/[ \t]*\r?\n\s*(?=\uE000)/g, (gap, offset: number) =>
      /(saying|says|titled|called|with|content|text|body|to|by|:)\s*$/i.test(text.slice(0, offset)) ? " " : gap,
    );
  const boundary = new RegExp(
    `\\r?\\n+|\\s*;\\s*|(?<!(?:^|\\n)\\s*\\d+)[.!?](?:\\s+|$)|[,;]?\\s+(?:and\\s+)?then\\s+|,?\\s+and\\s+(?:please\\s+|also\\s+)?(?=(?:${VERBS})\\b)|,\\s+(?:please\\s+|also\\s+)?(?=(?:${VERBS})\\b)`,
    "i",
  );
  return joinPlaces(joined.split(boundary).map(stripCourtesy)).filter((segment) => /[\p{L}\uE000]/u.test(segment));
}

/** Puts "in guides/install.mdx" and the instruction behind it together again. */
function joinPlaces(segments: string[]): string[] {
  const joined: string[] = [];
  for (const segment of segments) {
    const before = joined.at(-1);
    if (before !== undefined && isPlace(before)) joined[joined.length - 1] = `${before}, ${segment}`;
    else joined.push(segment);
  }
  return joined;
}

function isPlace(segment: string): boolean {
  return /^(?:in|on|to|at|under|for)\s+\S/i.test(segment) && !new RegExp(`\\b(?:${VERBS})\\b`, "i").test(segment);
}

/** Nothing the grammar understands is longer: quoted texts are marks here. */
export const MAX_SEGMENT = 1_000;

function stripCourtesy(segment: string): string {
  let text = segment.trim();
  if (text.length > MAX_SEGMENT) return text;
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(COURTESY, "").trim();
  }
  return text.replace(/(?:[\s,]+(?:please|thanks|thank you|for me))+$/i, "").trim();
}
