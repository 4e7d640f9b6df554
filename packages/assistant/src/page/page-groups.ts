import type { Site } from "@docsteward/docs/site/site";

/** The groups of a page: those that its front matter names. */
export function pageGroups(site: Site, file: string): string[] {
  return textsOf(site.pages.get(file)?.data.groups);
}

/** The texts of a front matter value: a list, or one text with commas. */
export function textsOf(value: unknown): string[] {
  const values = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : [];
  const texts = values.map((one) => (typeof one === "string" || typeof one === "number" ? String(one).trim() : ""));
  return [...new Set(texts.filter((text) => text !== ""))];
}
