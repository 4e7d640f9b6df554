import type { IndexedPage } from "../../page/indexed-page.ts";
import { findPage, pageUrl } from "../../page/page-address.ts";
import type { AnswerSite } from "../answer.ts";
import type { Source, Sources } from "../sources.ts";
import type { LinkRules } from "./link-rules.ts";

/** Stands for the site's own address where none is configured; no page can link to it by accident. */
const NO_ADDRESS = "https://site.invalid";

/** Hosts that documentation uses for examples (RFC 2606) and for the reader's own machine. */
const EXAMPLE_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\]|(?:[a-z0-9-]+\.)*example(?:\.(?:com|net|org))?)$/;

type LinkRulesInput = {
  site: AnswerSite;
  sources: Sources;
  /** Receives each source that the answer cites, by its number or by a link. @returns the number that readers know it by */
  onCited(source: Source): number;
  /** Receives the alternative text of an image that may not be loaded: the reader sees the text without the image. */
  onRefusedImage(words: string): void;
  onMark(word: string): boolean;
};

/**
 * Makes the rules of one answer: a link must lead to a page of the site's index, under an anchor that the page has, or to an
 * address that stands word for word in what was retrieved.
 */
export function createLinkRules({ site, sources, onCited, onRefusedImage, onMark }: LinkRulesInput): LinkRules {
  const home = new URL(site.url ?? NO_ADDRESS);
  const prefix = home.pathname.replace(/\/$/, "");

  const pageAt = (pathname: string): IndexedPage | null =>
    findPage(site.retriever, pathname, site.url) ?? findPage(site.retriever, pathname);

  /** The page that a destination leads to: from the site's root, else from one of the pages that the answer draws on. */
  const findTarget = (destination: string) => {
    for (const base of ["/", ...sources.pages().map(({ path }) => path)]) {
      const url = parse(destination, `${home.origin}${prefix}${base}`);
      if (url?.origin !== home.origin) return undefined;
      const page = pageAt(url.pathname);
      if (page) return { page, anchor: decode(url.hash.slice(1)) };
    }
    return undefined;
  };

  const link = (destination: string): string | null => {
    const target = toPlain(destination);
    if (target === null) return null;
    const found = target.startsWith("#") ? findAnchor(sources, target.slice(1)) : findTarget(target);
    if (!found) return /^(?:https?|mailto):/i.test(target) && sources.quotes(target) ? target : null;
    const anchor = found.page.chunks.some((chunk) => chunk.anchor === found.anchor) ? found.anchor : null;
    const source = sources.find(found.page, anchor);
    if (source) onCited(source);
    return pageUrl(site.url, { path: found.page.path, anchor });
  };

  return {
    link,
    image: (address, words) => {
      const mayLoad = /^(?:https?:\/\/|\/[^/\\])/i.test(address) && sources.quotes(address);
      if (!mayLoad) onRefusedImage(words);
      return mayLoad;
    },
    mail: (address) =>
      EXAMPLE_HOST.test(address.slice(address.indexOf("@") + 1).toLowerCase()) || sources.quotes(`mailto:${address}`),
    inCode: (address) => {
      const url = parse(address);
      if (url === null) return false;
      return EXAMPLE_HOST.test(url.hostname) || url.origin === home.origin || sources.namesOrigin(url.origin);
    },
    citation: (number) => {
      const source = sources.get(number);
      return source ? onCited(source) : null;
    },
    mark: onMark,
  };
}

/**
 * A destination as browsers read it, or null when it is written so that readers of Markdown and browsers may differ about it:
 * with backslashes, blanks, control characters or references to characters.
 */
function toPlain(destination: string): string | null {
  const target = destination.trim().replaceAll("&amp;", "&");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (target === "" || /[\\\s<>\u0000-\u001f]|&#?\w+;/.test(target)) return null;
  return target;
}

function findAnchor(sources: Sources, anchor: string) {
  const page = sources.pages().find(({ chunks }) => chunks.some((chunk) => chunk.anchor === decode(anchor)));
  return page && { page, anchor: decode(anchor) };
}

function parse(address: string, base?: string): URL | null {
  return URL.canParse(address, base) ? new URL(address, base) : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is an address, too.
    return text;
  }
}
