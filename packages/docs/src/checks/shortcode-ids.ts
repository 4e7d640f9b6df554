import { oncePer } from "@docsteward/platform/once-per";
import { stemOf } from "../site/posix.ts";
import type { CheckedSite } from "./finding.ts";
import { oncePerPage } from "./once-per-page.ts";

const SHORTCODE = /^[<%][ \t]{0,9}([A-Za-z][\w/-]{0,100})/;
/** Where a site of Hugo, or its theme, keeps shortcodes and what they take in. */
const TEMPLATES = ["/layouts/shortcodes/", "/layouts/_shortcodes/", "/layouts/partials/", "/layouts/_partials/"];
const PARTIAL = /\bpartial(?:Cached)?[ \t]{1,9}["'`]([\w./-]{1,200})["'`]/g;
/** What reads the data of a site. */
const READS_DATA = /\b(?:[sS]ite|hugo)\.Data\b|\bget(?:JSON|CSV)\b|\b[uU]nmarshal\b/;
/** Lists out of data, whose template lies in the theme. */
const OF_THEMES: readonly string[] = ["propertylist"];
const MAX_ID = 100;
const MAX_TEMPLATES = 50;

const templatesOf = oncePer(({ site }: CheckedSite) => Map.groupBy(site.otherFiles, nameOfTemplate));
const hasIds = oncePerPage(findIds);

/**
 * Whether a page of a Hugo site has a shortcode whose template, or one that it takes in, writes ids out of data: which anchors the page
 * has only the build knows. Found once, however many links ask.
 */
export async function hasIdsOfShortcodes(path: string, checked: CheckedSite): Promise<boolean> {
  return checked.site.dialect === "hugo" && (await hasIds(checked, path));
}

async function findIds(checked: CheckedSite, path: string): Promise<boolean> {
  const text = (await checked.read(path)) ?? "";
  const names = new Set(text.split("{{").flatMap((rest) => SHORTCODE.exec(rest)?.[1] ?? []));
  if (OF_THEMES.some((name) => names.has(name))) return true;
  const files = new Set([...names].flatMap((name) => templatesCalled(checked, name)));
  for (const file of files) {
    const template = (await checked.read(file)) ?? "";
    if (READS_DATA.test(template) && makesIds(template)) return true;
    for (const [, name = ""] of files.size < MAX_TEMPLATES ? template.matchAll(PARTIAL) : [])
      for (const part of templatesCalled(checked, stemOf(name))) files.add(part);
  }
  return false;
}

/** Whether an id of a template is made of what the template knows. */
function makesIds(template: string): boolean {
  return template
    .split("{{")
    .slice(0, -1)
    .some((before) => {
      const end = before.slice(-MAX_ID);
      const start = end.lastIndexOf("id=");
      return start > 0 && /\s/.test(end[start - 1] ?? "") && /^["']?[\w-]*$/.test(end.slice(start + "id=".length));
    });
}

function templatesCalled(checked: CheckedSite, name: string): readonly string[] {
  return name === "" ? [] : (templatesOf(checked).get(name.replace(/\.html$/, "")) ?? []);
}

function nameOfTemplate(path: string): string {
  const folder = TEMPLATES.find((one) => `/${path}`.includes(one));
  return folder === undefined
    ? ""
    : `/${path}`.slice(`/${path}`.indexOf(folder) + folder.length).replace(/\.html$/, "");
}
