import { posix } from "node:path";
import { pathOf } from "../page/page.ts";
import { sitePath } from "../read-site.ts";
import { decode, normalRoute } from "../site/page-routes.ts";
import { folderOf, joinPath, stemOf } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import type { Fix } from "./finding.ts";

/** Names that differ from others in upper and lower case, or in their ending, by what they share; null where several do. */
type Names = ReadonlyMap<string, string | null>;

const names = new WeakMap<Site, { pages: Names; routes: Names; files: Names }>();

function namesOf(site: Site) {
  const known = names.get(site) ?? {
    pages: gather(site.pages.keys(), (path) => stemOf(path)),
    routes: gather(site.routes.keys(), (route) => route),
    files: gather(site.otherFiles, (path) => path),
  };
  names.set(site, known);
  return known;
}

function gather(all: Iterable<string>, keyOf: (name: string) => string): Names {
  const found = new Map<string, string | null>();
  for (const name of all) {
    const key = keyOf(name).toLowerCase();
    found.set(key, found.has(key) ? null : name);
  }
  return found;
}

/** The address that a link to no page must have meant: the only page whose name differs in case or ending alone. */
export function suggestPage(site: Site, from: string, url: string): Fix | null {
  const path = pathOf(url);
  const rest = url.slice(path.length);
  const plain = decode(path);
  if (plain !== path || plain === "") return null;
  const { pages, routes } = namesOf(site);
  if (plain.startsWith("/")) {
    const route = routes.get(normalRoute(plain).toLowerCase());
    return route ? toFix(url, withTail(plain, route) + rest) : null;
  }
  const file = joinPath(folderOf(from), plain);
  const page = file === null ? null : pages.get(stemOf(file).toLowerCase());
  return page ? toFix(url, withTail(plain, /\.mdx?$/i.test(plain) ? page : stemOf(page)) + rest) : null;
}

/** The address that a link or image to no file must have meant: the only file whose name differs in case alone. */
export function suggestFile(site: Site, url: string, places: readonly (string | null)[]): Fix | null {
  const path = pathOf(url);
  if (decode(path) !== path) return null;
  const { files } = namesOf(site);
  const found = new Set(places.flatMap((place) => (place === null ? [] : (files.get(place.toLowerCase()) ?? []))));
  const [file] = found;
  return found.size === 1 && file !== undefined ? toFix(url, withTail(path, file) + url.slice(path.length)) : null;
}

/** The anchor that a link must have meant: the only one of the page that differs in case alone. */
export function suggestAnchor(anchors: ReadonlySet<string>, url: string, anchor: string): Fix | null {
  const same = readingsOf(anchors).byCase.get(anchor.toLowerCase());
  return typeof same === "string" ? toFix(url, url.slice(0, url.length - anchor.length) + same) : null;
}

/** Whether an anchor is one of a page, in whatever case. */
export function hasAnyCase(anchors: ReadonlySet<string>, anchor: string): boolean {
  return readingsOf(anchors).byCase.has(decode(anchor).toLowerCase());
}

/** Whether an anchor differs from one of a page in its signs alone. */
export function isAlikeAny(anchors: ReadonlySet<string>, anchor: string): boolean {
  const sound = soundOf(anchor);
  return sound !== "" && readingsOf(anchors).sounds.has(sound);
}

/** Letters and digits alone. */
export const soundOf = (anchor: string) =>
  decode(anchor)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** `byCase`: the anchor with these lower-case letters, null where there are several. */
type Readings = { byCase: Map<string, string | null>; sounds: Set<string> };

/** A page may hold as many wrong anchors as headings. */
const readings = new WeakMap<ReadonlySet<string>, Readings>();

function readingsOf(anchors: ReadonlySet<string>): Readings {
  const known = readings.get(anchors);
  if (known) return known;
  const made: Readings = { byCase: new Map(), sounds: new Set() };
  for (const anchor of anchors) {
    const lower = anchor.toLowerCase();
    made.byCase.set(lower, made.byCase.has(lower) ? null : anchor);
    made.sounds.add(soundOf(anchor));
  }
  readings.set(anchors, made);
  return made;
}

/** The address of a page in the form in which a link names its pages: by site path or by file, with or without ending. */
export function addressOf(site: Site, from: string, url: string, page: string): string | null {
  const path = pathOf(url);
  const rest = url.slice(path.length);
  if (path.startsWith("/")) {
    const route = sitePath(site, page);
    if (route === null) return null;
    if (/\.html$/i.test(path)) return `${htmlOf(route, page)}${rest}`;
    return route + (path.endsWith("/") && !route.endsWith("/") ? "/" : "") + rest;
  }
  const relative = posix.relative(folderOf(from), page);
  const start = path.startsWith("./") && !relative.startsWith(".") ? "./" : "";
  return start + (/\.mdx?$/i.test(path) ? relative : stemOf(relative)) + rest;
}

/** The file that a page is served as; that of an index lies in its folder. */
function htmlOf(route: string, page: string): string {
  return /(^|\/)_?(?:index|readme)\.\w+$/i.test(page) ? `${route.replace(/\/$/, "")}/index.html` : `${route}.html`;
}

/** An address whose parts are written as those of a file at the end of it, as far as they are names. */
function withTail(address: string, file: string): string {
  const parts = address.split("/");
  const tail = file.split("/");
  for (let at = parts.length - 1, end = tail.length - 1; at >= 0 && end >= 0; at -= 1) {
    const part = parts[at] ?? "";
    if (part === "..") break;
    if (part === "" || part === ".") continue;
    const name = tail[end] ?? "";
    const isLast = end === tail.length - 1;
    if (!isLast && name.toLowerCase() !== part.toLowerCase()) break;
    parts[at] = isLast && /\.html?$/i.test(part) ? part : name;
    end -= 1;
  }
  return parts.join("/");
}

/** What a finding advises: to write its correction, or else. */
export const adviceFor = (fix: Fix | null, otherwise: string) => (fix ? `Write ${fix.new}.` : otherwise);
export const withFix = (fix: Fix | null) => (fix ? { fix } : {});

function toFix(old: string, now: string): Fix | null {
  return old === now ? null : { old, new: now };
}
