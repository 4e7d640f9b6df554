import type { Page } from "../page/page.ts";
import { resolveLink } from "../resolve-link.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

/** Rule `broken-link`: a link of a page leads to no page of the site. */
export function brokenLinks(page: Page, site: Site): RawFinding[] {
  return page.links.flatMap(({ url, line }): RawFinding[] => {
    if (resolveLink(site, page.path, url).kind !== "missing") return [];
    const message = `The link ${url} doesn't match any page. Correct it or remove it.`;
    return [{ path: page.path, line, rule: "broken-link", message, severity: "error", key: `broken-link ${url}` }];
  });
}
