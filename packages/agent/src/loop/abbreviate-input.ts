const MAX_CHARACTERS = 2_000;

/** A tool call's arguments for people to look at: long texts are cut, and say how much is missing. The journal keeps all. */
export function abbreviateInput(input: unknown): unknown {
  if (typeof input === "string") {
    const missing = input.length - MAX_CHARACTERS;
    return missing > 0 ? `${input.slice(0, MAX_CHARACTERS)}… (${missing} more characters)` : input;
  }
  if (Array.isArray(input)) return input.map(abbreviateInput);
  if (typeof input === "object" && input !== null) {
    return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, abbreviateInput(value)]));
  }
  return input;
}
