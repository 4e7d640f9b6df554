const MAX = 63;

/** A name for the site of a repository, as addresses want it: `acme-docs` for `/srv/Acme Docs.git`. `""` when nothing is left. */
export function toDomain(repository: string): string {
  const last = repository.trim().replace(/\/+$/, "").split("/").at(-1) ?? "";
  return last
    .replace(/\.git$/i, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX)
    .replace(/^-+|-+$/g, "");
}
