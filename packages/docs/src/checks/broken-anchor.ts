import type { Page } from "../page/page.ts";
import { resolveLink } from "../resolve-link.ts";
import { pageAnchors } from "../site/page-anchors.ts";
import { decode } from "../site/page-routes.ts";
import { folderOf, joinPath } from "../site/posix.ts";
import type { CheckedSite, RawFinding } from "./finding.ts";

const MAX_INCLUDES = 20;

/** Rule `broken-anchor`: a link names a heading that its page does not have. */
export async function brokenAnchors(page: Page, checked: CheckedSite): Promise<RawFinding[]> {
  const findings: RawFinding[] = [];
  for (const { url, line } of page.links) {
    const target = resolveLink(checked.site, page.path, url);
    if (target.kind !== "page" || target.anchor === null) continue;
    const anchors = await anchorsOf(inLanguageOf(page.path, target.path, checked), checked);
    if (anchors === null || hasAnchor(anchors, target.anchor) || isMadeElsewhere(target.anchor, checked)) continue;
    const where = target.path === page.path ? "This page" : target.path;
    const message = `${where} has no heading "#${target.anchor}", which the link ${url} names; correct the anchor or remove it.`;
    const key = `broken-anchor ${url}`;
    findings.push({ path: page.path, line, rule: "broken-anchor", message, severity: "error", key });
  }
  return findings;
}

/** `guide.fr.mdx` is read for `guide.mdx` by those who come from `start.fr.mdx`. */
function inLanguageOf(from: string, to: string, { site }: CheckedSite): string {
  const language = /\.([a-z]{2}(?:-[A-Za-z]{2,4})?)\.mdx?$/.exec(from)?.[1];
  const own = language ? to.replace(/(\.mdx?)$/, `.${language}$1`) : to;
  return site.pages.has(own) ? own : to;
}

/** An anchor of a footnote; and in MkDocs one with a sign no heading's has, which a plugin makes for a name in code. */
function isMadeElsewhere(anchor: string, { site }: CheckedSite): boolean {
  return /^(user-content-)?fn(ref)?[-:]/.test(anchor) || (site.dialect === "mkdocs" && /[.:+]/.test(anchor));
}

function hasAnchor(anchors: ReadonlySet<string>, anchor: string): boolean {
  return anchors.has(anchor) || anchors.has(decode(anchor));
}

/**
 * All anchors of a page, those of the pieces it imports included; null when they cannot be known: the page does not parse, or
 * takes in text that only the build sees.
 */
export async function anchorsOf(path: string, checked: CheckedSite, depth = 0): Promise<ReadonlySet<string> | null> {
  const page = await checked.page(path);
  if (page === null || depth > MAX_INCLUDES || page.hasIncludes) return null;
  if (page.problems.some(({ rule }) => rule === "mdx-syntax" || rule === "unreadable")) return null;
  if ("openapi" in page.frontmatter.data || "asyncapi" in page.frontmatter.data) return null;
  const anchors = new Set(pageAnchors(page, checked.site.dialect));
  for (const { from } of page.imports) {
    if (!/\.mdx?$/.test(from)) continue;
    const file = from.startsWith(".")
      ? joinPath(folderOf(path), from)
      : joinPath(checked.site.root, from.replace(/^(@site|@|~)?\//, ""));
    const included = file === null ? null : await anchorsOf(file, checked, depth + 1);
    if (included === null) return null;
    for (const anchor of included) anchors.add(anchor);
  }
  return anchors;
}
