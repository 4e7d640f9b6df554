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
  const walk = (node: Node, groups: readonly string[]): void => {
    const [slugNode = node, linkNode] = [propertyOf(node, "slug"), propertyOf(node, "link")];
    const slug = textOf(slugNode);
    const title = textOf(propertyOf(node, "label"));
    const link = textOf(linkNode);
    const folder = textOf(propertyOf(propertyOf(node, "autogenerate"), "directory"));
    if (node.type === "null") add(node, "*", null, groups, OPEN);
    else if (folder !== null) add(node, `${folder}/*`, title, groups, OPEN);
    else if (slug !== null) add(slugNode, slug, title, groups, pageOf(slug, ground));
    else if (linkNode && link !== null) add(linkNode, link, title, groups, linkOf(link, ground));
    const inner = title === null ? groups : [...groups, title];
    for (const item of propertyOf(node, "items")?.children ?? []) walk(item, inner);
  };
  const sidebar = propertyOf(starlightOptions(config, ground.modules), "sidebar");
  if (sidebar?.type === "null") add(sidebar, "*", null, [], OPEN);
  for (const item of sidebar?.children ?? []) walk(item, []);
  const seen = new Set(entries.map(({ file: own, line }) => `${own}:${line}`));
  return [...entries, ...looseEntries(config, ground).filter(({ file: own, line }) => !seen.has(`${own}:${line}`))];
}

/** Pages that the code of the configuration names beside the sidebar, as plugins are told of more than one. */
function looseEntries(config: string, ground: NavigationContext & { modules: ModuleTexts }): NavigationEntry[] {
  return [...ground.modules].flatMap(([path, text]) => {
    const isOurs = path === config || /sidebar|nav|topics?/i.test(path);
    if (!isOurs) return [];
    const slugs = readTextsOf(path, text, "slug").map((one) => ({ ...one, ...pageOf(one.value, ground) }));
    const links = readTextsOf(path, text, "link").map((one) => ({ ...one, ...linkOf(one.value, ground) }));
    return [...slugs, ...links].flatMap(({ value, line, target, path: page }): NavigationEntry[] =>
      target === "external" ? [] : [{ file: path, line, ref: value, title: null, target, path: page }],
    );
  });
}

type Target = Pick<NavigationEntry, "target" | "path">;
const OPEN: Target = { target: "generated", path: null };

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

function linkOf(link: string, ground: NavigationContext): Target {
  if (!/^\/?[^:/]/.test(link) || /^[a-z]+:/i.test(link)) return { target: "external", path: null };
  const path = pathOf(link).replace(/^\/|\/$/g, "");
  const found = pageOf(path, ground);
  const folder = joinPath(ground.root, folderOf(path)) ?? "";
  const isOurs = folderOf(path) !== "" && ground.folders.has(folder);
  return found.path !== null || isOurs ? found : { target: "external", path: null };
}
