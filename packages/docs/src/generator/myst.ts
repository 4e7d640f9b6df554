import type { Node } from "yaml";
import { itemsOf, pairOf, readYaml, scalarOf } from "../navigation/read-yaml.ts";
import { isBelow, stemOf } from "../site/posix.ts";
import { type Evidence, folderOf, type Generator } from "./generator.ts";

export const MYST_CONFIG = /(^|\/)myst\.yml$/;

/** Reads a site of MyST (`mystmd`, Jupyter Book 2): its pages lie beside `myst.yml`, and its table of contents is in there. */
export async function readMystSite({ reader, pages }: Evidence, config: string): Promise<Generator | null> {
  const [file] = await reader.readMany([config]);
  const { root: settings } = readYaml(config, file?.text ?? "");
  const project = pairOf(settings, "project");
  const site = pairOf(settings, "site");
  if (project === undefined && site === undefined) return null;
  const keepsFolders = pairOf(pairOf(site, "options"), "folders");
  const root = folderOf(config);
  const below = pages.filter(({ path }) => isBelow(path, root));
  const own = below.map(({ path }) => (root === "" ? path : path.slice(root.length + 1)));
  const { listed, isOpen } = filesOf(pairOf(project, "toc"));
  const home = listed[0] ?? own.find((path) => /^(index|readme|main)\.md$/i.test(path)) ?? own[0];
  const all = [...new Set([...listed, ...(isOpen ? own : [])])];
  const addresses = addressesOf(
    all,
    home,
    keepsFolders !== undefined && "value" in keepsFolders && keepsFolders.value === true,
  );
  return {
    dialect: "sphinx",
    config,
    hasNamedTargets: true,
    // What a table of contents leaves out is not built.
    layouts: [[{ root, routeBase: "", addressOf: (path) => addresses.get(path) ?? null }]],
  };
}

/** The files that a table of contents names, in its order, and whether the site has others besides. */
function filesOf(toc: Node | undefined): { listed: string[]; isOpen: boolean } {
  const listed: string[] = [];
  let isOpen = toc === undefined;
  const walk = (node: Node | undefined) => {
    for (const item of itemsOf(node)) {
      const file = scalarOf(pairOf(item, "file"));
      if (file !== null) listed.push(file.replace(/^\.\//, ""));
      isOpen ||= pairOf(item, "pattern") !== undefined;
      walk(pairOf(item, "children"));
    }
  };
  walk(toc);
  return { listed, isOpen };
}

/** The address of each file: its name alone, unless the site keeps folders. Of two with one name the second gets a number. */
function addressesOf(files: readonly string[], home: string | undefined, keepsFolders: boolean): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    files.map((file) => {
      if (file === home) return [file, ""];
      const parts = stemOf(file).split("/").map(slugPart);
      const slug = keepsFolders ? parts.join("/").replace(/\/index$/, "") : (parts.at(-1) ?? "");
      const count = counts.get(slug) ?? 0;
      counts.set(slug, count + 1);
      return [file, count === 0 ? slug : `${slug}-${count}`];
    }),
  );
}

const MAX_SLUG = 50;

/** A name as MyST writes it: without digits before it, except those of a year and of a long number. */
function slugPart(name: string): string {
  const isKept = /^([12]\d{3}(\D|$)|\d{5})/.test(name);
  const plain = isKept ? name : name.replace(/^[\d_.-]+(?=.)/, "");
  const slug = plain.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return slug.replace(/^-|-$/g, "").slice(0, MAX_SLUG);
}
