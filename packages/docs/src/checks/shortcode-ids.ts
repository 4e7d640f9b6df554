import { stemOf } from "../site/posix.ts";
import type { CheckedSite } from "./finding.ts";

const SHORTCODE = /\{\{[<%]-?[ \t]{0,9}([A-Za-z][\w/-]{0,100})/g;
/** Where a site of Hugo, or its theme, keeps shortcodes and what they take in. */
const TEMPLATE = /(?:^|\/)layouts\/(?:_?shortcodes|_?partials)\/(.+)$/;
const PARTIAL = /\bpartial(?:Cached)?[ \t]{1,9}["'`]([\w./-]{1,200})["'`]/g;
/** What reads the data of a site, and an id that is made of it. */
const READS_DATA = /\b(?:[sS]ite|hugo)\.Data\b|\bget(?:JSON|CSV)\b|\bUnmarshal\b|\bunmarshal\b/;
const MADE_ID = /\bid=["']?[^"'<>\s{}]{0,100}\{\{/;
const MAX_TEMPLATES = 50;

const templates = new WeakMap<CheckedSite, ReadonlyMap<string, readonly string[]>>();

/**
 * Whether a page of a Hugo site has a shortcode whose template, or one that it takes in, writes ids out of data: which anchors the page
 * has only the build knows.
 */
export async function hasIdsOfShortcodes(path: string, checked: CheckedSite): Promise<boolean> {
  if (checked.site.dialect !== "hugo") return false;
  const text = (await checked.read(path)) ?? "";
  const names = new Set([...text.matchAll(SHORTCODE)].map(([, name = ""]) => name));
  const files = new Set([...names].flatMap((name) => templatesCalled(checked, name)));
  for (const file of files) {
    const template = (await checked.read(file)) ?? "";
    if (READS_DATA.test(template) && MADE_ID.test(template)) return true;
    for (const [, name = ""] of files.size < MAX_TEMPLATES ? template.matchAll(PARTIAL) : [])
      for (const part of templatesCalled(checked, stemOf(name))) files.add(part);
  }
  return false;
}

function templatesCalled(checked: CheckedSite, name: string): readonly string[] {
  const nameIn = (path: string) => TEMPLATE.exec(path)?.[1]?.replace(/\.html$/, "") ?? "";
  const known = templates.get(checked) ?? Map.groupBy(checked.site.otherFiles, nameIn);
  templates.set(checked, known);
  return name === "" ? [] : (known.get(name.replace(/\.html$/, "")) ?? []);
}
