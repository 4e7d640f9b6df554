import type { Node } from "jsonc-parser";
import { placeOfPart, propertiesOf, propertyOf, textOf } from "../navigation/read-json.ts";
import { readModule, readModuleTexts } from "../navigation/read-module.ts";
import { pathOf } from "../page/page.ts";
import { matchesPlaces } from "../site/path-patterns.ts";
import { stemOf } from "../site/posix.ts";
import type { Section } from "../site/site.ts";
import { EVERYWHERE, type Evidence, folderAt, type Generator, languageSections, textsOf } from "./generator.ts";

export const VITEPRESS_CONFIG = /(^|\/)\.vitepress\/config(\/index)?\.[cm]?[jt]s$/;

/** Reads a VitePress site: the folder of its pages, its languages, and the addresses that it gives by rules (`rewrites`). */
export async function readVitepressSite(evidence: Evidence, config: string): Promise<Generator> {
  const texts = await readModuleTexts(evidence.reader, [config], evidence.files);
  const root = readModule(config, texts.get(config) ?? "", texts).root ?? undefined;
  const folder = config.slice(0, config.indexOf(".vitepress/")).replace(/\/$/, "");
  const pages = folderAt(folder, textOf(propertyOf(root, "srcDir")) ?? "") ?? folder;
  const rewrites = propertyOf(root, "rewrites");
  const rewrite = rewriter(rewrites);
  // A function may give any address to any page.
  const isOpen = rewrites?.type !== "object" && /\brewrites\b/.test(texts.get(config) ?? "");
  const left = textsOf(propertyOf(root, "srcExclude")).slice(0, MAX_RULES);
  const isLeftOut = matchesPlaces(left);
  const section: Section = {
    root: pages,
    routeBase: "",
    ...(rewrite && { addressOf: rewrite }),
    ...(left.length > 0 && { isLeftOut }),
  };
  const locales = propertiesOf(propertyOf(root, "locales"));
  const lang = (node: Node | undefined) => textOf(propertyOf(node, "lang"));
  const source = lang(locales.find(([name]) => name === "root")?.[1]) ?? lang(root) ?? "en";
  const translated = locales
    .filter(([name]) => name !== "root")
    .map(([name, node]) => ({ code: lang(node) ?? name, folder: folderAt(pages, name) ?? "", routeBase: `/${name}` }))
    .filter((one) => evidence.folders.has(one.folder));
  // Patterns count from the folder of all pages.
  const inLanguages = languageSections(translated, section).map((one): Section => {
    const start = pages === "" ? one.root : one.root.slice(pages.length + 1);
    return left.length === 0 ? one : { ...one, isLeftOut: (path) => isLeftOut(`${start}/${path}`) };
  });
  return {
    dialect: "vitepress",
    config,
    layouts: [[section, ...inLanguages]],
    languages: [source, ...translated.map(({ code }) => code)],
    ...(hasOwnSlugs(texts.get(config) ?? "") ? { headingIds: { isUnknown: true } } : {}),
    isIgnoredLink: ignoredLinks(propertyOf(root, "ignoreDeadLinks"), texts.get(config) ?? ""),
    ...(isOpen ? { generatedRoutes: [EVERYWHERE] } : {}),
  };
}

/** Whether code of the configuration makes the ids of headings (`markdown.anchor.slugify`). */
const hasOwnSlugs = (text: string) => /\bslugify\b\s{0,9}[(:,}]/.test(text);

const MAX_RULES = 200;

/**
 * Makes a test of the links that VitePress is told not to check: texts are compared, of an expression the fixed parts are looked
 * for, in their order. Neither an expression nor a function is run. `true` does not help a reader: it ignores nothing here.
 */
function ignoredLinks(node: Node | undefined, text: string): (url: string) => boolean {
  const items = (node?.type === "array" ? (node.children ?? []) : []).slice(0, MAX_RULES);
  const exact = new Set(items.flatMap((item) => textOf(item) ?? []));
  const forms = items.flatMap((item) => {
    const isHere = item.type === "null" && placeOfPart(item) === undefined;
    const source = isHere ? text.slice(item.offset, item.offset + item.length) : "";
    const end = source.lastIndexOf("/");
    return source.startsWith("/") && end > 0 ? formsOf(source.slice(1, end)) : [];
  });
  return (url) => {
    const plain = pathOf(url).replace(/\.(?:html|md)$/, "");
    return [url, plain].some((one) => exact.has(one) || forms.some((form) => hasForm(one, form)));
  };
}

/** The fixed parts of one alternative of an expression; whether it holds for the beginning and the end. */
type Form = { parts: string[]; isStart: boolean; isEnd: boolean };

/** Reads `^\/api\/|\.zip$` as two forms. What stands in brackets, and a sign that may be missing, may be anything. */
function formsOf(source: string): Form[] {
  const forms: Form[] = [];
  let form: Form = { parts: [""], isStart: false, isEnd: false };
  let depth = 0;
  const cut = () => form.parts.push("");
  const add = (sign: string) => {
    if (depth === 0) form.parts[form.parts.length - 1] += sign;
  };
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] ?? "";
    if (sign === "\\") {
      at += 1;
      const next = source[at] ?? "";
      if (/\w/.test(next)) cut();
      else add(next);
    } else if (/[([{]/.test(sign)) {
      cut();
      depth += 1;
    } else if (/[)\]}]/.test(sign)) depth -= 1;
    else if (depth > 0) continue;
    else if (sign === "|") {
      forms.push(form);
      form = { parts: [""], isStart: false, isEnd: false };
    } else if (sign === "^") form.isStart = true;
    else if (sign === "$") form.isEnd = true;
    else if (/[*?]/.test(sign)) {
      form.parts[form.parts.length - 1] = form.parts.at(-1)?.slice(0, -1) ?? "";
      cut();
    } else if (/[.+]/.test(sign)) cut();
    else add(sign);
  }
  return [...forms, form];
}

function hasForm(url: string, { parts, isStart, isEnd }: Form): boolean {
  const [first = ""] = parts;
  if ((isStart && !url.startsWith(first)) || (isEnd && !url.endsWith(parts.at(-1) ?? ""))) return false;
  let from = 0;
  for (const part of parts) {
    const at = url.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

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
