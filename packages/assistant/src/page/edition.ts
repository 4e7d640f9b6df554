import { type PageEdition, pageEdition as siteEdition } from "@docsteward/docs/site/page-edition";
import type { Site } from "@docsteward/docs/site/site";
import { listedEdition } from "./groups.ts";

type Edition = Pick<PageEdition, "version" | "language" | "isAside"> & { original?: string };

/**
 * Tells version and language of a page by its front matter, else by the navigation, else as the site does, and the page that it is
 * an edition of.
 */
export function pageEdition(site: Site, file: string): Edition {
  const data = site.pages.get(file)?.data ?? {};
  const listed = listedEdition(site, file);
  const { version, language, isAside, original } = siteEdition(site, file);
  const named = firstText(data.lang, data.language, data.locale) ?? listed.language;
  return {
    version: firstText(data.version) ?? listed.version ?? version,
    language: named?.toLowerCase() ?? language,
    isAside,
    ...(original !== file && { original }),
  };
}

function firstText(...values: unknown[]): string | null {
  const value = values.find((one) => typeof one === "string" || typeof one === "number");
  return value === undefined ? null : String(value).trim() || null;
}
