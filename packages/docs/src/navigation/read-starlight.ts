import type { Node } from "jsonc-parser";
import { starlightOptions } from "../generator/starlight.ts";
import { pathOf } from "../page/page.ts";
import { folderOf, joinPath } from "../site/posix.ts";
import type { NavigationEntry } from "../site/site.ts";
import { findPage, type NavigationContext } from "./navigation-context.ts";
import { type JsonFile, propertyOf, textOf } from "./read-json.ts";
import { type ModuleTexts, readTextsOf } from "./read-module.ts";

/** Reads the sidebar of a Starlight configuration: pages by slug or link, folders that list themselves, groups. */
export function readStarlight(
  config: string,
  file: JsonFile,
  ground: NavigationContext & { modules: ModuleTexts },
): NavigationEntry[] {
  const entries: NavigationEntry[] = [];
  const add = (node: Node, ref: string, title: string | null, groups: readonly string[], of: Target) => {
    const { path, line } = file.placeOf(node);
    entries.push({ file: path, line, ref, title, groups, ...of });
  };
  const makers = pageMakers(ground.modules.get(config) ?? "");
  const isWritten = makers.every((plugin) => NAMES_PLACE.test(plugin));
  const walk = (node: Node, groups: readonly string[]): void => {
    const [slugNode = node, linkNode] = [propertyOf(node, "slug"), propertyOf(node, "link")];
    const slug = textOf(slugNode);
    const title = textOf(propertyOf(node, "label"));
    const link = textOf(linkNode);
    const folderNode = propertyOf(propertyOf(node, "autogenerate"), "directory");
    const folder = textOf(folderNode);
    if (node.type === "null") add(node, "*", null, groups, OPEN);
    else if (folder !== null)
      add(
        folderNode ?? node,
        `${folder}/*`,
        title,
        groups,
        isFolderThere(folder, ground) || makers.length > 0 ? OPEN : LOST,
      );
    else if (slug !== null) add(slugNode, slug, title, groups, pageOf(slug, ground));
    else if (linkNode && link !== null) add(linkNode, link, title, groups, linkOf(link, ground, isWritten));
    const inner = title === null ? groups : [...groups, title];
    for (const item of propertyOf(node, "items")?.children ?? []) walk(item, inner);
  };
  const sidebar = propertyOf(starlightOptions(config, ground.modules), "sidebar");
  if (sidebar?.type === "null") add(sidebar, "*", null, [], OPEN);
  for (const item of sidebar?.children ?? []) walk(item, []);
  const seen = new Set(entries.map(({ file: own, line }) => `${own}:${line}`));
  return [...entries, ...looseEntries(config, ground).filter(({ file: own, line }) => !seen.has(`${own}:${line}`))];
}

/** Pages that the code of the configuration names beside the sidebar, as options of plugins do. */
function looseEntries(config: string, ground: NavigationContext & { modules: ModuleTexts }): NavigationEntry[] {
  return [...ground.modules].flatMap(([path, text]) => {
    const isOurs = path === config || /sidebar|nav|topics?/i.test(path);
    if (!isOurs) return [];
    const named = ["slug", "items"].flatMap((name) => readTextsOf(path, text, name));
    const slugs = named
      .map((one) => ({ ...one, ...pageOf(one.value, ground) }))
      .filter(({ value, path: page }) => page !== null || !VERSION.test(value));
    const links = readTextsOf(path, text, "link").map((one) => ({ ...one, ...linkOf(one.value, ground) }));
    return [...slugs, ...links].flatMap(({ value, line, target, path: page }): NavigationEntry[] =>
      target === "external" ? [] : [{ file: path, line, ref: value, title: null, target, path: page }],
    );
  });
}

/** What a plugin for versions calls one, in a `slug` that names no page. */
const VERSION = /^v?\d[\d.]{0,20}(?:\.x)?$/;

type Target = Pick<NavigationEntry, "target" | "path">;
const OPEN: Target = { target: "generated", path: null };
const LOST: Target = { target: "page", path: null };

function isFolderThere(folder: string, { root, folders }: NavigationContext): boolean {
  const place = joinPath(root, folder);
  return place === null || place === root || folders.has(place);
}

const PLUGINS = /\bplugins:\s?\[/g;
const MAX_PLUGINS = 4_000;
/** Plugins that are known to add no page, by a part of what they are called; those of Expressive Code begin with `plugin`. */
const MAKES_NO_PAGES = /^plugin[A-Z]|validator|zoom|theme|llms/i;
/** The address below which a plugin puts its pages. */
const NAMES_PLACE = /\b(?:base|output):\s?["'`]/;

/** The plugins of the configuration that may add pages: any that is not known. */
function pageMakers(text: string): string[] {
  return [...text.matchAll(PLUGINS)].flatMap(({ 0: start, index }) => {
    const from = index + start.length;
    const makes = (plugin: string) => /^[a-z]/i.test(plugin) && !MAKES_NO_PAGES.test(plugin.split("(", 1)[0] ?? "");
    return itemsAt(text.slice(from, from + MAX_PLUGINS)).filter(makes);
  });
}

/** The items of a list of code, up to the bracket that closes it. */
function itemsAt(text: string): string[] {
  const items = [""];
  let depth = 0;
  for (const sign of text) {
    if ("([{".includes(sign)) depth += 1;
    else if (")]}".includes(sign)) depth -= 1;
    if (depth < 0) break;
    if (sign === "," && depth === 0) items.push("");
    else items.push((items.pop() ?? "") + sign);
  }
  return items.map((item) => item.trim());
}

/** A page by its path without ending, in the folder of the source language. Names are compared as addresses are: in lower case. */
function pageOf(slug: string, ground: NavigationContext): Target {
  const stem = joinPath(ground.root, slug === "index" ? "" : slug);
  return { target: "page", path: stem === null ? null : (findPage(ground, stem) ?? findByAddress(ground, slug)) };
}

const addresses = new WeakMap<NavigationContext["pages"], Map<string, string>>();

function findByAddress({ pages, root }: NavigationContext, slug: string): string | null {
  const known = addresses.get(pages) ?? new Map<string, string>();
  if (!addresses.has(pages)) {
    addresses.set(pages, known);
    for (const [path, { data }] of pages) {
      const stem = path
        .slice(root === "" ? 0 : root.length + 1)
        .replace(/\.mdx?$/, "")
        .replace(/\/index$/, "");
      known.set(stem.toLowerCase().replaceAll(" ", "-"), path);
      if (typeof data.slug === "string") known.set(data.slug, path);
    }
  }
  return known.get(slug.replace(/^\/|\/$/g, "")) ?? null;
}

/** @param isWritten whether all pages of the site are written, so that an address from its root is one of them or the host's */
function linkOf(link: string, ground: NavigationContext, isWritten = false): Target {
  if (!/^\/?[^:/]/.test(link) || /^[a-z]+:/i.test(link)) return { target: "external", path: null };
  const path = pathOf(link).replace(/^\/|\/$/g, "");
  const found = pageOf(path, ground);
  const folder = joinPath(ground.root, folderOf(path)) ?? "";
  const isOurs = folderOf(path) !== "" && ground.folders.has(folder);
  return found.path !== null || isOurs || (isWritten && path !== "") ? found : { target: "external", path: null };
}
