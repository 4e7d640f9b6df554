import { type PageEdition, pageEdition as siteEdition } from "@docsteward/docs/site/page-edition";
import type { Site } from "@docsteward/docs/site/site";
import { listedEdition } from "./groups.ts";

/** Tells version and language of a page by its front matter, else by the navigation, else as the site does. */
export function pageEdition(site: Site, file: string): Pick<PageEdition, "version" | "language" | "isAside"> {
  const data = site.pages.get(file)?.data ?? {};
  const listed = listedEdition(site, file);
  const { version, language, isAside } = siteEdition(site, file);
  const named = firstText(data.lang, data.language, data.locale) ?? listed.language;
  return {
    version: firstText(data.version) ?? listed.version ?? version,
    language: named?.toLowerCase() ?? language,
    isAside,
  };
}

function firstText(...values: unknown[]): string | null {
  const value = values.find((one) => typeof one === "string" || typeof one === "number");
  return value === undefined ? null : String(value).trim() || null;
}
