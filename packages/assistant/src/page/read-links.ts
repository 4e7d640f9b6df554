import { plainText } from "@docsteward/docs/page/scan-sections";
import type { Site } from "@docsteward/docs/site/site";
import { findLinkedPage } from "./find-linked-page.ts";
import type { PageLink } from "./indexed-page.ts";
import { splitFences } from "./split-fences.ts";

const INLINE = /(?<!!)\[((?:[^[\]]|!?\[[^\]]*\](?:\([^)]*\))?){1,300})\]\(\s*<?([^\s()<>]{1,500})/g;
const DEFINITION = /^ {0,3}\[([^\]]{1,200})\]:\s*<?(\S{1,500})/gm;
const REFERENCE = /(?<!!)\[([^[\]]{1,300})\](?:\[([^\]]{0,200})\])?(?![(:])/g;
const ATTRIBUTES = /<[A-Za-z][\w.]*\s([^<>]{0,1000}?(?:href|to)=\{?["'][^<>]{0,1000}?)\/?>/g;
const SHORTCODE = /\{\{[<%]\s*(?:rel)?ref\s+"([^"]{1,500})"/g;

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
  for (const [, text = "", url] of prose.matchAll(INLINE)) add(text, url);
  const definitions = new Map<string, string>();
  for (const [, name = "", url = ""] of prose.matchAll(DEFINITION)) definitions.set(name.toLowerCase(), url);
  if (definitions.size > 0)
    for (const [, text = "", name] of prose.matchAll(REFERENCE))
      add(text, definitions.get((name || text).toLowerCase()));
  for (const [, attributes = ""] of prose.matchAll(ATTRIBUTES))
    add(attribute(attributes, "title") ?? "", attribute(attributes, "href") ?? attribute(attributes, "to"));
  for (const [, url] of prose.matchAll(SHORTCODE)) add("", url);
  return [...links.values()];
}

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`\\b${name}=\\{?["']([^"']*)["']`).exec(attributes)?.[1];
}
