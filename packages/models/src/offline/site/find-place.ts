import { trimSlashes } from "@docsteward/platform/cut-text";
import type { PageRef } from "../parse/instruction.ts";
import type { Procedure } from "../procedure.ts";
import { findPage } from "./find-page.ts";
import type { Site } from "./open-site.ts";
import { joinPath } from "./paths.ts";

/** Where an instruction applies: one file or folder by its path, or everywhere (no path), or a sentence why neither. */
export function* findPlace(where: PageRef | undefined, site: Site): Procedure<{ path?: string } | { problem: string }> {
  if (where === undefined) return {};
  const clean = trimSlashes(where.trim());
  const files = [...site.pages, ...site.navigation];
  for (const path of [clean, joinPath(site.root, clean)]) {
    const isExact = files.includes(path);
    const isFolder =
      files.some((file) => file.startsWith(`${path}/`)) && !site.pages.some((page) => page.startsWith(`${path}.md`));
    if (isExact || isFolder) return { path };
  }
  const found = yield* findPage(where, site);
  return "page" in found ? { path: found.page } : found;
}
