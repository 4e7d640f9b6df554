/** The entries of a field that takes one a line. Commas and blanks part them as well: lists are pasted from anywhere. */
export function toLines(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
