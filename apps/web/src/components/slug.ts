import { trimEndOf } from "@docsteward/platform/cut-text";

const MAX = 63;

/** A name as addresses want it: `acme-docs` for `Acme Docs`. `""` when nothing is left. */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX)
    .replace(/^-|-$/g, "");
}

/** A name for the site of a repository, as addresses want it: `acme-docs` for `/srv/Acme Docs.git`. `""` when nothing is left. */
export function domainOfRepository(repository: string): string {
  const last = trimEndOf(repository.trim(), "/").split("/").at(-1) ?? "";
  return slugify(last.replace(/\.git$/i, ""));
}
