import { posix } from "node:path";
import {
  drawPage,
  type FaultClass,
  insertParagraph,
  leadsSomewhere,
  never,
  type SeedSite,
  WITH_FILE_LINKS,
} from "./fault.ts";
import { linksOf, type PageLines, type TextLink, withLines } from "./page-lines.ts";
import { GENERATORS } from "./site-list.ts";

/** Parts of pages that are written by a build or another file, with headings that only it knows. */
const GENERATED_PARTS = /^:::\s*\w+\.|--8<--|\{[%!]|\{\{[#<%]|```\{|^import .*\.mdx?['"]|^!include/m;
/** Generators that check a path from the site's root, or whose readers follow it. */
const WITH_SITE_PATHS = GENERATORS.filter(
  (name) => !["mkdocs", "mdbook", "sphinx", "markdown", "gitbook"].includes(name),
);

const relativeLink: FaultClass = {
  name: "relative link",
  dialects: GENERATORS,
  seed: (site, random) => {
    const edited = drawPage(site, random, (path, page) => {
      const own = linksOf(page).filter(
        ({ isImage, target }) => !isImage && isRelative(target) && /\.mdx?|^\.|\//.test(target),
      );
      const working = own.filter(({ target }) => leadsSomewhere(path, target, site));
      if (working.length === 0) return null;
      const link = random.pick(working);
      const target = oneLevelOff(path, link.target, site);
      return target === null ? null : fault(path, replaceLink(page, link, target), "broken-link");
    });
    if (edited !== null || !WITH_FILE_LINKS.includes(site.dialect)) return edited;
    return drawPage(site, random, (path, page) => {
      const target = oneLevelOff(path, siblingTarget(path, site), site);
      const edit = target === null ? null : insertParagraph(page, random, `See [this](${target}).`);
      return edit && fault(path, edit, "broken-link");
    });
  },
};

const absoluteLink: FaultClass = {
  name: "absolute link",
  dialects: WITH_SITE_PATHS,
  seed: (site, random) =>
    drawPage(site, random, (path, page) => {
      const own = linksOf(page).filter(({ isImage, target }) => !isImage && isSitePath(target, site));
      if (own.length === 0) return null;
      const link = random.pick(own);
      const [, plain = "", rest = ""] = /^([^?#]*?)(\/?(?:[?#].*)?)$/.exec(link.target) ?? [];
      return fault(path, replaceLink(page, link, `${plain}-gone${rest}`), "broken-link");
    }),
};

const anchor: FaultClass = {
  name: "anchor",
  dialects: GENERATORS,
  seed: (site, random) =>
    drawPage(site, random, (path, page, text) => {
      const own = linksOf(page).filter(({ isImage, target }) => !isImage && hasKnownAnchor(path, target, site));
      if (own.length > 0 && random.next() < 0.7) {
        const link = random.pick(own);
        return fault(path, replaceLink(page, link, `${link.target}-gone`), "broken-anchor");
      }
      if (GENERATED_PARTS.test(text)) return null;
      const edit = insertParagraph(page, random, `See [the part on limits](#no-such-part-${random.int(100, 999)}).`);
      return edit && fault(path, edit, "broken-anchor");
    }),
};

const image: FaultClass = {
  name: "image",
  dialects: GENERATORS,
  seed: (site, random) =>
    drawPage(site, random, (path, page) => {
      const isLocal = (target: string) =>
        /^[^:{$]+\.(png|jpe?g|gif|svg|webp|avif)$/i.test(target) && !target.startsWith("//");
      const own = linksOf(page).filter(({ isImage, target }) => isImage && isLocal(target));
      if (own.length > 0) {
        const link = random.pick(own);
        return fault(path, replaceLink(page, link, link.target.replace(/(\.\w+)$/, "-gone$1")), "missing-asset");
      }
      const edit = insertParagraph(page, random, `![The screen](./gone-${random.int(100, 999)}.png)`);
      return edit && fault(path, edit, "missing-asset");
    }),
};

export const LINK_FAULTS = [relativeLink, absoluteLink, anchor, image];

function fault(
  path: string,
  { text, line }: { text: string; line: number },
  rule: "broken-link" | "broken-anchor" | "missing-asset",
) {
  // A link with an anchor to a page that is gone may be either; so may an image that is read as a link.
  const rules =
    rule === "missing-asset"
      ? ([rule, "broken-link", "bad-import"] as const)
      : (["broken-link", "broken-anchor"] as const);
  return { edits: new Map([[path, text]]), places: [{ path, lines: [line] }], rules, follows: never };
}

function replaceLink(page: PageLines, { line, from, to }: TextLink, target: string): { text: string; line: number } {
  const before = page.lines[line] ?? "";
  return { text: withLines(page, line, 1, [before.slice(0, from) + target + before.slice(to)]), line: line + 1 };
}

export const isRelative = (target: string): boolean =>
  !/^([a-z][a-z\d+.-]*:|[/#?{<$@~])/i.test(target) &&
  !target.includes("{") &&
  !/\.(?!mdx?\b|html\b)\w{2,4}([?#]|$)/i.test(target);

/** A path from the site's root that some page's path ends with. */
function isSitePath(target: string, { names }: SeedSite): boolean {
  const plain = target.replace(/[?#].*$/, "").replace(/^\/|\/$/g, "");
  return /^\/[^/]/.test(target) && plain !== "" && !/[{}.]/.test(target) && names.has(plain);
}

function hasKnownAnchor(from: string, target: string, site: SeedSite): boolean {
  const [address = "", part = ""] = target.split("#");
  if (part === "" || /[{}:]/.test(target)) return false;
  if (address === "") return !GENERATED_PARTS.test(site.texts.get(from) ?? "");
  if (!isRelative(address) || !/\.mdx?$/.test(address)) return false;
  const at = posix.normalize(`${posix.dirname(from)}/${address}`);
  const text = site.texts.get(at);
  return text !== undefined && !GENERATED_PARTS.test(text);
}

/** The target with one `../` more or less, if that leads nowhere. */
function oneLevelOff(from: string, target: string | null, site: SeedSite): string | null {
  if (target === null) return null;
  const plain = target.replace(/^\.\//, "");
  const candidates = [...(plain.startsWith("../") ? [plain.slice(3)] : []), `../${plain}`, `../../${plain}`];
  return candidates.find((one) => !leadsSomewhere(from, one, site)) ?? null;
}

/** A link to a page of the same folder. */
function siblingTarget(path: string, { pages }: SeedSite): string | null {
  const isSibling = (other: string) => other !== path && posix.dirname(other) === posix.dirname(path);
  // Not one that names its language, as `keys.fr.md`.
  const sibling = pages.find((other) => isSibling(other) && /^[^.]+\.mdx?$/.test(posix.basename(other)));
  return sibling === undefined ? null : `./${posix.basename(sibling)}`;
}
