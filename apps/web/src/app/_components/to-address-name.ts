const MAX = 63;

/** A name as addresses want it: `acme-docs` for `Acme Docs`. `""` when nothing is left. */
export function toAddressName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX)
    .replace(/^-|-$/g, "");
}
