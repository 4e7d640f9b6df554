import { posix } from "node:path";
import { isPageFile } from "@docsteward/contract/docs-files";
import type { CheckedSite } from "../checks/finding.ts";
import type { Page } from "../page/page.ts";
import { pathOf } from "../page/page.ts";
import { sitePath } from "../read-site.ts";
import { resolveLink } from "../resolve-link.ts";
import { decode, normalRoute, pageRoutes } from "../site/page-routes.ts";
import { folderOf, joinPath, stemOf } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import type { MovePlan, TextChanges } from "./move-plan.ts";

/** The site before and after a move, and where each moved page is now. */
export type MovedSite = { before: CheckedSite; after: Site; newPath: ReadonlyMap<string, string> };

type Report = Pick<MovePlan, "undone" | "refusable">;

const BATCH = 200;

/**
 * Corrects the links that a move breaks: those to a moved page from anywhere, and relative ones inside it. An address that leads
 * to the right place as it stands is kept.
 *
 * @returns how many links were changed
 */
export async function moveLinks(moved: MovedSite, changes: TextChanges, plan: Report): Promise<number> {
  const { before, newPath } = moved;
  const needles = needlesOf(moved);
  let count = 0;
  const paths = [...before.site.pages.keys()];
  for (let from = 0; from < paths.length; from += BATCH) {
    for (const path of paths.slice(from, from + BATCH)) {
      const text = await changes.read(path);
      if (text === null || !(newPath.has(path) || needles.some((needle) => text.includes(needle)))) continue;
      const page = await before.page(path);
      if (page) count += await moveLinksOf(page, moved, changes, plan);
    }
  }
  return count;
}

/** Words that a link to a moved page must hold. */
function needlesOf({ before: { site }, newPath }: MovedSite): string[] {
  const names = [...newPath.keys()].flatMap((path) => {
    const page = site.pages.get(path);
    const stem = stemOf(path);
    return [...(page ? pageRoutes(page, site) : []), stem, folderOf(stem)].map(
      (address) => address.slice(address.lastIndexOf("/") + 1) || "](/",
    );
  });
  return [...new Set(names)];
}

async function moveLinksOf(
  page: Page,
  moved: MovedSite,
  changes: TextChanges,
  { undone, refusable }: Report,
): Promise<number> {
  const { before, newPath } = moved;
  let count = 0;
  const fail = (line: number, url: string, now: string | null) =>
    undone.push({
      path: newPath.get(page.path) ?? page.path,
      line,
      message: now === null ? `The link ${url} needs a new address.` : `Write ${now} instead of ${url}.`,
    });
  for (const { url, line, column } of page.links) {
    const target = resolveLink(before.site, page.path, url);
    const now =
      target.kind === "page" ? newAddress(page.path, url, target.path, moved) : newFileAddress(page.path, url, moved);
    if (now === undefined || now === url) continue;
    if (now !== null && (await changes.replaceAt(page.path, { line, column }, url, now))) count += 1;
    else fail(line, url, now);
  }
  for (const { url, line, column } of page.images) {
    const now = newFileAddress(page.path, url, moved);
    if (now === undefined || now === null || now === url) continue;
    if (await changes.replaceAt(page.path, { line, column }, url, now)) count += 1;
    else fail(line, url, now);
  }
  for (const { from, line, column } of page.imports) {
    const now = from.startsWith(".") ? newFileAddress(page.path, from, moved, true) : undefined;
    if (now === undefined || now === null || now === from) continue;
    if (await changes.replaceAt(page.path, { line, column, isCode: true }, from, now))
      refusable.push({ path: newPath.get(page.path) ?? page.path, line, message: `Write ${now} instead of ${from}.` });
    else fail(line, from, now);
  }
  return count + (await moveFrontmatterLinks(page, moved, changes));
}

/** The address of a link to a page after the move; undefined when it need not change, null when none is known. */
function newAddress(from: string, url: string, target: string, { before, after, newPath }: MovedSite) {
  const isFromMoved = newPath.has(from) && !url.startsWith("/");
  if (!newPath.has(target) && !isFromMoved) return undefined;
  if (pathOf(url) === "") return undefined;
  const source = newPath.get(from) ?? from;
  const aim = newPath.get(target) ?? target;
  const leadsThere = (address: string) => {
    const found = resolveLink(after, source, address);
    return found.kind === "page" && found.path === aim;
  };
  if (leadsThere(url)) return undefined;
  return addressesOf({ site: before.site, after, url, target, source, aim }).find(leadsThere) ?? null;
}

type Wanted = { site: Site; after: Site; url: string; target: string; source: string; aim: string };

/** The forms that the new address may have, the one most like the old first. */
function addressesOf({ site, after, url, target, source, aim }: Wanted): string[] {
  const path = pathOf(url);
  const rest = url.slice(path.length);
  const end = path.endsWith("/") ? "/" : "";
  const ending = /\.(?:mdx?|html?)$/i.exec(path)?.[0] ?? "";
  const withEnd = (address: string) =>
    (ending === "" ? (address === "/" ? "/" : address + end) : address + ending) + rest;
  const [route, old] = [sitePath(after, aim), sitePath(site, target)];
  if (path.startsWith("/")) {
    if (route === null) return [];
    const plain = normalRoute(decode(path));
    // What stands before the page's own address: a base that the host adds.
    const base = old !== null && old !== "/" && plain.endsWith(old) ? plain.slice(0, plain.length - old.length) : "";
    const file = `/${aim.slice(after.root === "" ? 0 : after.root.length + 1)}`;
    const byFile = isPageFile(path) ? [file + rest] : [stemOf(file) + end + rest];
    return [withEnd(base + route), withEnd(route), ...byFile];
  }
  const dot = path.startsWith("./") ? "./" : "";
  const withDot = (address: string) => (address.startsWith(".") ? address : dot + address);
  const relative = posix.relative(folderOf(source), aim);
  const stem = stemOf(relative);
  const isIndex = !/(^|\/)(?:index|readme)$/i.test(stemOf(path)) && /(^|\/)(?:index|readme)$/i.test(stem);
  const short = isIndex ? stem.replace(/\/?(?:index|readme)$/i, "") || "." : stem;
  const byFile = isPageFile(path)
    ? [withDot(relative) + rest]
    : [withDot(short) + end + rest, withDot(stem) + end + rest];
  const base = sitePath(after, source);
  const byRoute =
    route === null || base === null || isPageFile(path)
      ? []
      : [posix.relative(base, route), posix.relative(posix.dirname(base), route)].map((address) =>
          withEnd(withDot(address || ".")),
        );
  return [...byFile, ...byRoute, ...(route === null ? [] : [route + rest])];
}

/** The address of a file that a moved page names by where it lies; undefined when it need not change. */
function newFileAddress(
  from: string,
  url: string,
  { before, newPath }: MovedSite,
  isDotted = url.startsWith("./"),
): string | null | undefined {
  const source = newPath.get(from);
  if (source === undefined || folderOf(source) === folderOf(from)) return undefined;
  const path = pathOf(url);
  if (path === "" || /^(?:[a-z][a-z0-9+.-]*:|[/@~#])/i.test(path)) return undefined;
  const file = joinPath(folderOf(from), decode(path));
  if (file === null) return undefined;
  const { otherFiles, pages, folders } = before.site;
  const code = [".tsx", ".jsx", ".ts", ".js", ".vue"].some((ending) => otherFiles.has(file + ending));
  if (!otherFiles.has(file) && !pages.has(file) && !folders.has(file) && !code) return undefined;
  const relative = posix.relative(folderOf(source), newPath.get(file) ?? file);
  const dot = isDotted && !relative.startsWith(".") ? "./" : "";
  return dot + relative + (path.endsWith("/") ? "/" : "") + url.slice(path.length);
}

/** Addresses that stand alone as a value of the front matter: `link: /guides/install`. */
async function moveFrontmatterLinks(
  { path, frontmatter }: Page,
  { before, after, newPath }: MovedSite,
  changes: TextChanges,
) {
  if (frontmatter.raw === null) return 0;
  let count = 0;
  for (const [index, line] of frontmatter.raw.split("\n").entries()) {
    const at = line.indexOf(": ");
    const value =
      at < 0
        ? ""
        : line
            .slice(at + 2)
            .trim()
            .replace(/^["']|["']$/g, "");
    if (
      !value.startsWith("/") ||
      value.length > 500 ||
      /^\s*(?:slug|permalink|aliases|redirect_from|url)\s*:/.test(line)
    )
      continue;
    const target = resolveLink(before.site, path, value);
    const aim = target.kind === "page" ? newPath.get(target.path) : undefined;
    const route = aim === undefined ? null : sitePath(after, aim);
    if (route === null) continue;
    const rest = value.slice(pathOf(value).length);
    const end = pathOf(value).endsWith("/") && route !== "/" ? "/" : "";
    if (await changes.replaceAt(path, { line: index + 2 }, value, route + end + rest)) count += 1;
  }
  return count;
}
