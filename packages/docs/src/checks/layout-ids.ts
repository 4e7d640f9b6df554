import { oncePer } from "@docsteward/platform/once-per";
import { isBelow } from "../site/posix.ts";
import type { CheckedSite } from "./finding.ts";

/** Where a site keeps what it lays around its pages: layouts, templates and themes of its own. */
const LAYOUT_FOLDERS = /^(?:_?layouts?|_?includes|_?templates|partials|overrides|themes?|components)$/i;
const TEMPLATE = /\.(?:html?|njk|liquid|hbs|vue|astro|svelte|[jt]sx)$/i;
const ID = /\bid=["']([A-Za-z][\w:.-]{0,100})["']/g;
/** In what else a site of Sphinx gives names to places, which pages of the whole site may name: other documents, and templates of some. */
const DOCUMENT = /\.(?:rst|jinja2?|j2|in|inc|txt)$/i;
const MAX_LAYOUTS = 300;
const MAX_LAYOUT = 200_000;

/**
 * The ids that the layouts, templates and themes of a site give to what stands around its pages, and names that its other documents
 * give to places; read once, when one is asked for.
 */
export const idsOfLayouts = oncePer(readLayouts);

async function readLayouts({ site, read }: CheckedSite): Promise<ReadonlySet<string>> {
  const isOfTheme = (path: string) => site.themeFolder !== undefined && isBelow(path, site.themeFolder);
  const isLayout = (path: string) => path.split("/").some((part) => LAYOUT_FOLDERS.test(part));
  const files = [...site.otherFiles].filter((path) => TEMPLATE.test(path) && (isOfTheme(path) || isLayout(path)));
  const ids = await idsIn(files, read);
  return new Set([...ids, ...(site.dialect === "sphinx" ? await labelsOfDocuments({ site, read }) : [])]);
}

async function idsIn(files: readonly string[], read: CheckedSite["read"]): Promise<string[]> {
  const texts = await Promise.all(files.slice(0, MAX_LAYOUTS).map(read));
  return texts.flatMap((text) => idsOfCode(text ?? ""));
}

/** The ids that code writes out as they are. */
export function idsOfCode(text: string): string[] {
  return [...text.slice(0, MAX_LAYOUT).matchAll(ID)].map(([, id = ""]) => id);
}

async function labelsOfDocuments({ site, read }: Pick<CheckedSite, "site" | "read">): Promise<string[]> {
  const files = [...site.otherFiles].filter((path) => DOCUMENT.test(path) && isBelow(path, site.root));
  const texts = await Promise.all(files.slice(0, MAX_LAYOUTS).map(read));
  return texts.flatMap((text) => (text ?? "").slice(0, MAX_LAYOUT).split("\n").flatMap(labelIn));
}

/** `(oil-kinds)=` of MyST, `.. _oil-kinds:` of reStructuredText. */
function labelIn(line: string): string | [] {
  const text = line.trim();
  if (text.startsWith("(") && text.endsWith(")=")) return text.slice(1, -2).toLowerCase();
  return text.startsWith(".. _") && text.endsWith(":") ? text.slice(4, -1).toLowerCase() : [];
}
