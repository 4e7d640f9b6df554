/** A text as it is compared: one form of every letter, without accents. Case stays, for it tells the parts of an identifier. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: most texts are ASCII, and done with
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]+/g, "")
    .normalize("NFC");
}
