import { pathOf } from "@docsteward/docs/page/page";
import { resolveLink } from "@docsteward/docs/resolve-link";
import { normalRoute } from "@docsteward/docs/site/page-routes";
import type { Site } from "@docsteward/docs/site/site";
import { splitFences } from "@docsteward/text/markdown/scanner";
import { stripInlineMarkdown } from "@docsteward/text/markdown/sections";
import type { PageLink } from "./indexed-page.ts";

const TARGET = /\(\s*<?([^\s()<>]{1,500})/y;
const DEFINITION = / {0,3}\[([^\]\n]{1,200})\]:\s*<?(\S{1,500})/y;
const REFERENCE = /(?<!!)\[([^[\]]{1,300})\](?:\[([^\]]{0,200})\])?(?![(:])/g;
const SHORTCODE = /\{\{[<%]\s*(?:rel)?ref\s+"([^"]{1,500})"/g;
/** The words of a longer link are no name of its page. */
const MAX_WORDS = 1_000;
const MAX_TAG = 2_000;

/** The links of a page to other pages of its site, once each with what the reader sees of it. Links in code do not count. */
export function readLinks(site: Site, file: string, body: string): PageLink[] {
  const links = new Map<string, PageLink>();
  const add = (shown: string, url: string | undefined) => {
    const target = url === undefined ? null : findLinkedPage(site, file, url);
    if (target === null || target === file) return;
    const text = stripInlineMarkdown(shown).replace(/\s+/g, " ");
    links.set(`${target} ${text}`, { file: target, text });
  };
  const prose = splitFences(body)
    .filter(({ fence }) => fence === null)
    .map(({ text }) => text)
    .join("\n");
  for (const { text, url } of inlineLinks(prose)) add(text, url);
  const definitions = new Map<string, string>();
  for (let line = 0; line < prose.length; line = endOfLine(prose, line) + 1) {
    const [, name = "", url = ""] = matchAt(DEFINITION, prose, line) ?? [];
    if (name !== "") definitions.set(name.toLowerCase(), url);
  }
  if (definitions.size > 0)
    for (const [, text = "", name] of prose.matchAll(REFERENCE))
      add(text, definitions.get((name || text).toLowerCase()));
  for (const tag of linkTags(prose)) add(TITLE.exec(tag)?.[1] ?? "", HREF.exec(tag)?.[1] ?? TO.exec(tag)?.[1]);
  for (const [, url] of prose.matchAll(SHORTCODE)) add("", url);
  return [...links.values()];
}

/** `[text](address)` in the order of their ends. Text may hold images and brackets, and the outermost link counts. */
function inlineLinks(prose: string): { text: string; url: string }[] {
  const found: { text: string; url: string; start: number }[] = [];
  const open: { at: number; isImage: boolean }[] = [];
  for (const { 0: bracket, index } of prose.matchAll(/[[\]]/g)) {
    if (bracket === "[") {
      open.push({ at: index, isImage: prose[index - 1] === "!" });
      continue;
    }
    const opened = open.pop();
    if (opened === undefined || opened.isImage || index - opened.at > MAX_WORDS) continue;
    const url = prose[index + 1] === "(" ? matchAt(TARGET, prose, index + 1)?.[1] : undefined;
    if (url === undefined || index === opened.at + 1) continue;
    while ((found.at(-1)?.start ?? -1) > opened.at) found.pop();
    found.push({ text: prose.slice(opened.at + 1, index), url, start: opened.at });
  }
  return found;
}

const TITLE = /\btitle=\{?["']([^"']*)["']/;
const HREF = /\bhref=\{?["']([^"']*)["']/;
const TO = /\bto=\{?["']([^"']*)["']/;

/** The attributes of tags that may lead somewhere. */
function linkTags(prose: string): string[] {
  const tags: string[] = [];
  const signs = [...prose.matchAll(/[<>]/g)];
  for (const [at, { 0: sign, index }] of signs.entries()) {
    const close = signs[at + 1];
    if (sign !== "<" || close?.[0] !== ">" || close.index - index > MAX_TAG) continue;
    const tag = prose.slice(index, close.index);
    if (/^<[A-Za-z][\w.]*\s/.test(tag) && /(?:href|to)=\{?["']/.test(tag)) tags.push(tag);
  }
  return tags;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** Of a longer path only its end is looked for. */
const MAX_PARTS = 20;

/**
 * Finds the page that a link means, as evidence of what that page is about: as the site resolves it, else by the longest end
 * of the address that one page alone has. So links of sites count whose base path stands in code.
 */
function findLinkedPage(site: Site, from: string, url: string): string | null {
  const resolved = resolveLink(site, from, url);
  if (resolved.kind === "page") return resolved.path;
  if (resolved.kind === "external" || resolved.kind === "asset") return null;
  const address = pathOf(url).replace(/^(?:\.{1,2}\/)+/, "");
  const parts = routeKey(address).split("/");
  const routes = routeEnds(site);
  for (let from = Math.max(0, parts.length - MAX_PARTS); from < parts.length; from += 1) {
    const page = routes.get(parts.slice(from).join("/"));
    if (page !== undefined) return page;
  }
  return null;
}

const known = new WeakMap<Site, Map<string, string | null>>();

/** From every end of a page's path to that page; null where several pages share it. */
function routeEnds(site: Site): Map<string, string | null> {
  const ends = known.get(site) ?? new Map<string, string | null>();
  if (known.has(site)) return ends;
  known.set(site, ends);
  for (const [route, file] of site.routes) {
    const parts = routeKey(route).split("/");
    for (let from = Math.max(0, parts.length - MAX_PARTS); from < parts.length; from += 1) {
      const end = parts.slice(from).join("/");
      const holder = ends.get(end);
      ends.set(end, holder === undefined || holder === file ? file : null);
    }
  }
  return ends;
}

function routeKey(route: string): string {
  return normalRoute(route)
    .slice(1)
    .replace(/(^|\/)_?index$/, "")
    .toLowerCase();
}
