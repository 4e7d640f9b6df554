import { isMenuFile } from "@docsteward/contract/docs-files";
import { trimSlashes } from "@docsteward/platform/cut-text";
import { parseYaml } from "../parse-yaml.ts";
import { joinPath } from "../site/posix.ts";
import type { NavigationEntry, Section } from "../site/site.ts";
import { findPage, type NavigationContext } from "./navigation-context.ts";
import { readToml, type TomlTable, type TomlValue } from "./read-toml.ts";

type Ground = NavigationContext & { sections: readonly Section[] };
type Item = Omit<NavigationEntry, "groups"> & { menu: string; name: string; parent: string | null; weight: number };
type Listed = { menu: string; options: TomlTable };

/**
 * Reads the menus of a Hugo site: of its configuration (`[[menus.main]]`), and of the front matter of pages (`menus: main`). Items of
 * one menu stand in their order by weight, those below another in the group of its name.
 *
 * @param files the configuration, and those of its parts that hold menus
 */
export function readHugoMenus(files: readonly { path: string; text: string }[], ground: Ground): NavigationEntry[] {
  const items = [...files.flatMap((file) => itemsOfFile(file, ground)), ...itemsOfPages(ground)];
  const names = new Map(items.map(({ menu, name, title }) => [`${menu}\0${name}`, title ?? name]));
  return items
    .sort((a, b) => (a.menu === b.menu ? a.weight - b.weight : a.menu < b.menu ? -1 : 1))
    .map(({ menu, name: _, parent, weight: __, ...entry }) => ({
      ...entry,
      groups: parent === null ? [menu] : [menu, names.get(`${menu}\0${parent}`) ?? parent],
    }));
}

function itemsOfFile(file: { path: string; text: string }, ground: Ground): Item[] {
  const data = readData(file);
  const languages = Object.values(tableOf(data.languages)).map(tableOf);
  const holders = isMenuFile(file.path) ? [{ menus: data }] : [data, ...languages];
  const listed = holders.flatMap((holder) => {
    const { menus, menu } = tableOf(holder);
    return Object.entries(tableOf(menus ?? menu)).flatMap(([name, list]) => listOf(name, list));
  });
  const lines = file.text.split("\n");
  return listed.map(({ menu, options }) => {
    const ref = textOf(options.pageRef) ?? textOf(options.pageref) ?? textOf(options.url) ?? "";
    const line = lines.findIndex((one) => ref !== "" && one.includes(ref)) + 1 || 1;
    const isPage = textOf(options.pageRef) !== null || textOf(options.pageref) !== null;
    return { ...describe(menu, options), file: file.path, line, ref, ...targetOf(ref, isPage, ground) };
  });
}

const listOf = (menu: string, list: TomlValue): Listed[] =>
  Array.isArray(list) ? list.map((one) => ({ menu, options: tableOf(one) })) : [];

function itemsOfPages({ pages }: Ground): Item[] {
  return [...pages].flatMap(([path, { data, title }]) =>
    listedMenus(data.menus ?? data.menu).map(({ menu, options }) => {
      const own = describe(menu, { name: title ?? path, ...options });
      return { ...own, file: path, line: 1, ref: path, target: "page" as const, path };
    }),
  );
}

/** `main`, `[main, footer]`, or `{ main: { parent: "Guides" } }`. */
function listedMenus(value: unknown): Listed[] {
  if (typeof value === "string") return [{ menu: value, options: {} }];
  if (Array.isArray(value)) return value.flatMap((one) => (typeof one === "string" ? listedMenus(one) : []));
  return Object.entries(tableOf(value)).map(([menu, options]) => ({ menu, options: tableOf(options) }));
}

function describe(menu: string, options: TomlTable): Pick<Item, "menu" | "name" | "title" | "parent" | "weight"> {
  const title = textOf(options.name) ?? textOf(options.title);
  // One without a weight comes behind all that have one.
  const weight = typeof options.weight === "number" && options.weight !== 0 ? options.weight : Number.MAX_VALUE;
  return { menu, name: textOf(options.identifier) ?? title ?? "", title, parent: textOf(options.parent), weight };
}

/** A page by its path below the content; what is a section, a list of tags or another file may be one only for the build. */
function targetOf(ref: string, isPage: boolean, ground: Ground): Pick<NavigationEntry, "target" | "path"> {
  const isElsewhere = ref === "" || /^[a-z][a-z0-9+.-]*:|^\/\/|[#?{]/i.test(ref);
  const stems = isElsewhere
    ? []
    : ground.sections.flatMap(({ root }) => joinPath(root, trimSlashes(ref).replace(/\.md$/, "")) ?? []);
  const path = stems.map((stem) => findPage(ground, stem) ?? findIndex(ground, stem)).find((one) => one !== null);
  if (path) return { target: "page", path };
  const isKnown = ref.includes("/", 1) && !stems.some((stem) => ground.folders.has(stem));
  return { target: isPage && !isElsewhere && isKnown ? "page" : "external", path: null };
}

function findIndex({ pages }: NavigationContext, stem: string): string | null {
  const path = stem === "" ? "_index.md" : `${stem}/_index.md`;
  return pages.has(path) ? path : null;
}

function readData({ path, text }: { path: string; text: string }): TomlTable {
  if (path.endsWith(".toml")) return readToml(text);
  try {
    // JSON is YAML, too.
    return tableOf(parseYaml(text).document.toJS({ maxAliasCount: 100 }));
  } catch {
    return {};
  }
}

function tableOf(value: unknown): TomlTable {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as TomlTable) : {};
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
