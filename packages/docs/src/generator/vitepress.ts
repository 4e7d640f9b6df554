import type { Node } from "jsonc-parser";
import { propertiesOf, propertyOf, textOf } from "../navigation/read-json.ts";
import { readModule, readModuleTexts } from "../navigation/read-module.ts";
import { stemOf } from "../site/posix.ts";
import type { Section } from "../site/site.ts";
import { type Evidence, folderAt, type Generator, languageSections } from "./generator.ts";

export const VITEPRESS_CONFIG = /(^|\/)\.vitepress\/config(\/index)?\.[cm]?[jt]s$/;

/** Reads a VitePress site: the folder of its pages, its languages, and the addresses that it gives by rules (`rewrites`). */
export async function readVitepressSite(evidence: Evidence, config: string): Promise<Generator> {
  const texts = await readModuleTexts(evidence.reader, [config], evidence.files);
  const root = readModule(config, texts.get(config) ?? "", texts).root ?? undefined;
  const folder = config.slice(0, config.indexOf(".vitepress/")).replace(/\/$/, "");
  const pages = folderAt(folder, textOf(propertyOf(root, "srcDir")) ?? "") ?? folder;
  const rewrite = rewriter(propertyOf(root, "rewrites"));
  const section: Section = { root: pages, routeBase: "", ...(rewrite && { addressOf: rewrite }) };
  const locales = propertiesOf(propertyOf(root, "locales"));
  const lang = (node: Node | undefined) => textOf(propertyOf(node, "lang"));
  const source = lang(locales.find(([name]) => name === "root")?.[1]) ?? lang(root) ?? "en";
  const translated = locales
    .filter(([name]) => name !== "root")
    .map(([name, node]) => ({ code: lang(node) ?? name, folder: folderAt(pages, name) ?? "", routeBase: `/${name}` }))
    .filter((one) => evidence.folders.has(one.folder));
  return {
    dialect: "vitepress",
    config,
    layouts: [[section, ...languageSections(translated, section)]],
    languages: [source, ...translated.map(({ code }) => code)],
  };
}

const MAX_RULES = 200;

/** Makes of `{ "packages/:name/docs/:page": ":name/:page" }` what turns paths into addresses; undefined without any rule. */
function rewriter(node: Node | undefined): Section["addressOf"] {
  const rules = propertiesOf(node)
    .slice(0, MAX_RULES)
    .flatMap(([from, to]) => {
      const target = textOf(to);
      return target === null ? [] : [{ from: from.split("/"), to: target }];
    });
  if (rules.length === 0) return undefined;
  return (path) => {
    for (const { from, to } of rules) {
      const address = rewritten(path.split("/"), from, to);
      if (address !== null) return stemOf(address).replace(/(^|\/)index$/, "$1");
    }
    return undefined;
  };
}

/** A part is a name, `:name`, `:name.md`, or at the end `:name*` or `(.*)` for all that follows. */
function rewritten(path: readonly string[], rule: readonly string[], target: string): string | null {
  const values = new Map<string, string>();
  for (const [at, part] of rule.entries()) {
    const own = path[at];
    if (own === undefined) return null;
    const open = /^(?::(\w+)\*|:?(\w*)\(\.\*\))$/.exec(part);
    if (open) {
      values.set(open[1] ?? (open[2] || "0"), path.slice(at).join("/"));
      return fill(target, values);
    }
    const [, name, ending = ""] = /^:(\w+)(?:\([^()]*\))?(\.mdx?)?$/.exec(part) ?? [];
    if (name === undefined ? part !== own : !own.endsWith(ending)) return null;
    if (name !== undefined) values.set(name, own.slice(0, own.length - ending.length));
  }
  return rule.length === path.length ? fill(target, values) : null;
}

function fill(target: string, values: ReadonlyMap<string, string>): string {
  return target
    .replace(/:(\w+)\*?/g, (mark, name) => values.get(name) ?? mark)
    .replace(/\(\.\*\)|\$1/, values.get("0") ?? "");
}
