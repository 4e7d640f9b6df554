/** Text as PostgreSQL can keep it: without the NUL character, which a model may well send. */
export function toStorable(text: string): string {
  return text.replaceAll("\0", "");
}
