import { trimEndOf } from "@docsteward/platform/cut-text";
import { toAddressName } from "../../../_components/to-address-name.ts";

/** A name for the site of a repository, as addresses want it: `acme-docs` for `/srv/Acme Docs.git`. `""` when nothing is left. */
export function toDomain(repository: string): string {
  const last = trimEndOf(repository.trim(), "/").split("/").at(-1) ?? "";
  return toAddressName(last.replace(/\.git$/i, ""));
}
