import type { DocsReader } from "../docs-reader.ts";
import { normalRoute, pageRoutes } from "../site/page-routes.ts";
import { isBelow } from "../site/posix.ts";
import { pathInSection, sectionOf } from "../site/sections.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

const MAX_TEMPLATES = 100;
const MAX_TEXT = 200_000;
/** What no address or path holds. */
const BETWEEN = /["'`\s()<>{}|,=]+/;
const FILE = /\.md$/;

/**
 * Without pages of MkDocs in no navigation to which the theme of the site or its configuration links, as to a note on privacy below
 * each page. Read only where there are such pages.
 */
export async function withoutLinkedByTheme(
  orphans: RawFinding[],
  site: Site,
  reader: DocsReader,
): Promise<RawFinding[]> {
  if (site.dialect !== "mkdocs" || !orphans.some(({ rule }) => rule === "orphan-page")) return orphans;
  const { themeFolder } = site;
  const isTemplate = (path: string) =>
    themeFolder !== undefined && isBelow(path, themeFolder) && /\.(?:html|jinja2?)$/.test(path);
  const templates = [...site.otherFiles].filter(isTemplate).slice(0, MAX_TEMPLATES);
  const files = await reader.readMany([site.config, ...templates]);
  const linked = new Set(files.flatMap(({ text }) => placesIn(text.slice(0, MAX_TEXT), site)));
  return orphans.filter(({ rule, path }) => {
    const page = site.pages.get(path);
    if (rule !== "orphan-page" || page === undefined) return true;
    const section = sectionOf(site, path);
    return !(
      (section !== null && linked.has(pathInSection(section, path))) ||
      pageRoutes(page, site).some((route) => linked.has(route))
    );
  });
}

/** The files of pages that a text names, and the addresses with a slash or an ending, without those in comments of YAML. */
function placesIn(text: string, { hostBase }: Site): string[] {
  return text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .flatMap((line) => line.split(BETWEEN))
    .flatMap((word) => {
      const [path = ""] = word.replace(/^https?:\/\/[^/]{1,200}/, "").split(/[?#]/, 1);
      if (FILE.test(path)) return path.replace(/^\.{0,2}\//, "");
      if (!path.includes("/") && !path.endsWith(".html")) return [];
      const own = hostBase !== "" && path.startsWith(`${hostBase}/`) ? path.slice(hostBase.length) : path;
      return normalRoute(own.replace(/^\.{0,2}\//, "").replace(/(^|\/)index\.html$/, "$1"));
    });
}
