/** A reader's words without what identifies the reader: mail addresses in it become `[email]`. */
export function maskAddresses(text: string): string {
  if (!text.includes("@")) return text;
  return text.replace(/\S+/g, (word) => (isAddress(word) ? "[email]" : word));
}

/** Looks at one word: something, an @, and something with a dot in it. */
function isAddress(word: string): boolean {
  const at = word.indexOf("@", 1);
  return at > 0 && word.indexOf(".", at + 2) > 0 && /[\p{L}\p{N}]/u.test(word.slice(Math.max(0, at - 1), at));
}
