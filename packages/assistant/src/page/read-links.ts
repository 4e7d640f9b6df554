import { plainText } from "@docsteward/docs/page/scan-sections";
import type { Site } from "@docsteward/docs/site/site";
import { findLinkedPage } from "./find-linked-page.ts";
import type { PageLink } from "./indexed-page.ts";
import { splitFences } from "./split-fences.ts";

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
    const text = plainText(shown).replace(/\s+/g, " ");
    links.set(`${target} ${text}`, { file: target, text });
  };
  const prose = splitFences(body)
    .filter(({ isCode }) => !isCode)
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
