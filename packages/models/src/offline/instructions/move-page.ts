import { trimSlashes } from "@docsteward/platform/cut-text";
import { frontmatterEnd } from "@docsteward/text/markdown/frontmatter";
import { maskCode } from "@docsteward/text/markdown/mask-code";
import { slug } from "github-slugger";
import { findLinkers, linksTo, retarget, splitAddress } from "../links.ts";
import { editNavigation } from "../navigation/edit-navigation.ts";
import type { InstructionOf } from "../parse/instruction.ts";
import { type Procedure, request } from "../procedure.ts";
import {
  endingOf,
  findPage,
  folderOf,
  joinPath,
  nameOf,
  relativePath,
  type Site,
  withoutAnchor,
  withoutEnding,
} from "../site.ts";
import { findTargets } from "../text/link-targets.ts";
import type { Splice } from "../text/splice.ts";
import { editFiles } from "../tools.ts";
import { failureLines, listPaths, type Outcome } from "./outcome.ts";

/** Moves or renames a page: the file, links to it everywhere, its own relative links, and its navigation entry. */
export function* movePage(instruction: InstructionOf<"move-page">, site: Site): Procedure<Outcome> {
  const found = yield* findPage(instruction.from, site);
  const asked = `Move ${instruction.from} to ${instruction.to}`;
  if ("problem" in found) {
    const there = yield* findPage(instruction.to, site);
    const isMoved = "page" in there;
    return isMoved
      ? {
          status: "nothing",
          title: asked,
          lines: [`${found.problem} \`${there.page}\` already exists, so nothing was moved.`],
        }
      : { status: "unclear", title: asked, lines: [found.problem] };
  }
  const from = found.page;
  const to = destination(instruction, from, site);
  const title = `Move ${from} to ${to}`;
  if (to === from) return { status: "nothing", title, lines: [`\`${from}\` already exists.`] };
  const moved = yield* request("move", { from, to }, `Moving ${from} to ${to}.`);
  if (moved.error !== undefined)
    return { status: "unclear", title, lines: [`Could not move \`${from}\`: ${moved.error}`] };

  const linkers = yield* findLinkers(from, site);
  const others = linkers.pages.filter((page) => page !== from && page !== to);
  const edited = yield* editFiles([to, ...others], (path, text) => plan(path, text, from, to, site), {
    read: "Reading the page and pages that may link to it.",
    edit: "Updating the links.",
  });
  site.pages = site.pages.map((page) => (page === from ? to : page));
  const label = edited.changed.get(to)?.note ?? edited.unchanged.get(to) ?? nameOf(withoutEnding(to));
  const navigation = yield* editNavigation(
    { kind: "move", page: from, to, title: label },
    { ...site, pages: [...site.pages, from] },
  );

  const updated = [...edited.changed.keys()];
  const lines = [`Moved \`${from}\` to \`${to}\`.`];
  if (updated.length > 0) lines.push(`Updated links in ${listPaths(updated, 50)}.`);
  if (navigation.files.length > 0) lines.push(`Updated the navigation in ${listPaths(navigation.files)}.`);
  if (linkers.isCut) lines.push("The search for links was incomplete. The checks below list links that are left.");
  lines.push(...failureLines([...edited.failed, ...navigation.failed]));
  return { status: "done", title, lines };
}

/** Where the page goes: a folder keeps the file's name, a bare name keeps the folder, a missing ending stays as it was. */
function destination({ to, isFolder }: InstructionOf<"move-page">, from: string, site: Site): string {
  const clean = withoutAnchor(trimSlashes(to.trim()));
  const isKnownFolder = site.pages.some(
    (page) => page.startsWith(`${joinPath(site.root, clean)}/`) || page.startsWith(`${clean}/`),
  );
  const inSite = (path: string) =>
    site.root === "" || path === site.root || path.startsWith(`${site.root}/`) || !from.startsWith(`${site.root}/`)
      ? path
      : joinPath(site.root, path);
  if (isFolder || (isKnownFolder && endingOf(clean) === "" && !clean.includes(" ")))
    return joinPath(inSite(clean), nameOf(from));
  const named = endingOf(clean) === "" ? `${/\s/.test(clean) ? slug(clean) : clean}${endingOf(from)}` : clean;
  return named.includes("/") ? inSite(named) : joinPath(folderOf(from), named);
}

/**
 * In the moved page: its relative addresses, seen from the new folder. In every page: addresses of the moved page. The note is
 * the moved page's title.
 */
function plan(path: string, text: string, from: string, to: string, site: Site): { splices: Splice[]; note?: string } {
  const stoodAt = path === to ? from : path;
  const splices = findTargets(text).flatMap(({ value, start, end, kind }) => {
    if (kind !== "image" && linksTo(value, stoodAt, from, site))
      return [{ start, end, text: retarget(value, path, { old: from, page: to }, site) }];
    return path === to ? [{ start, end, text: seenFrom(value, folderOf(from), folderOf(to)) }] : [];
  });
  return { splices, note: path === to ? titleOf(text, to) : undefined };
}

function seenFrom(value: string, oldFolder: string, newFolder: string): string {
  const address = splitAddress(value);
  // A word without a dot or slash in an import is a package.
  if (oldFolder === newFolder || address === undefined || address.path === "" || address.path.startsWith("/"))
    return value;
  const [written = ""] = /^[^?#]*/.exec(value) ?? [];
  const way = relativePath(newFolder, joinPath(oldFolder, written)) || ".";
  const dotted = written.startsWith(".") && !way.startsWith(".") ? `./${way}` : way;
  return `${dotted}${written.endsWith("/") ? "/" : ""}${value.slice(written.length)}`;
}

/** A page's title: from its front matter, else its first heading, else its file's name. */
export function titleOf(text: string, path: string): string {
  const end = frontmatterEnd(text);
  const named = /^title[ \t]*:(.*)$/m.exec(text.slice(0, end))?.[1]?.trim();
  if (named) return unquote(named);
  const heading = /^#[ \t]+([^ \t\r\n][^\r\n]*)$/m.exec(maskCode(text).slice(end))?.[1]?.trim();
  return heading ?? nameOf(withoutEnding(path));
}

function unquote(value: string): string {
  const single = /^'(.*)'$/.exec(value)?.[1];
  if (single !== undefined) return single.replace(/''/g, "'");
  try {
    return value.startsWith('"') ? String(JSON.parse(value)) : value;
  } catch {
    // YAML knows escapes that JSON does not; the words are near enough for a title.
    return value.slice(1, -1);
  }
}
