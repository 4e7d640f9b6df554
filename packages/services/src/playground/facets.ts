import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";

/** What the pages of a site can be told apart by, each value that any page has. */
export type SiteFacets = { versions: string[]; languages: string[]; tags: string[]; groups: string[] };

/** The values that a filter may take on a site, sorted as people would. */
export function facetsOf(pages: Iterable<IndexedPage>): SiteFacets {
  const found = {
    versions: new Set<string>(),
    languages: new Set<string>(),
    tags: new Set<string>(),
    groups: new Set<string>(),
  };
  for (const { version, language, tags, groups } of pages) {
    if (version !== null) found.versions.add(version);
    if (language !== null) found.languages.add(language);
    for (const tag of tags) found.tags.add(tag);
    for (const group of groups) found.groups.add(group);
  }
  const sorted = (values: Set<string>) => [...values].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return {
    versions: sorted(found.versions),
    languages: sorted(found.languages),
    tags: sorted(found.tags),
    groups: sorted(found.groups),
  };
}
