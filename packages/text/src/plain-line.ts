/** A text as one line without control characters, and without those that change how a line reads. */
export function toPlainLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
