import type { DocsReader } from "../docs-reader.ts";
import { folderOf, foldersAbove, joinPath } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import { depthOf } from "./generator.ts";

/** A site of a generator whose addresses are not known here: its name, and which pages it builds. */
export type OtherSite = { name: string; folder: string; builds(path: string): boolean };

type OtherGenerator = {
  name: string;
  /** The file that it is known by. */
  file: RegExp;
  /** What the file, or the one of this name beside it, must hold. */
  holds?: { words: RegExp; in?: string };
  /** Folders that lie beside the file. */
  beside?: readonly string[];
  /** Where the folder of the site lies from that of the file. */
  above?: string;
  /** The folders that its pages lie in; all of them where there is none. */
  pages?: readonly string[];
};

/** Known by their files alone: nothing of them is run. */
const OTHERS: readonly OtherGenerator[] = [
  { name: "docsify", file: /(^|\/)index\.html$/, holds: { words: /\$docsify\b/ } },
  { name: "Docute", file: /(^|\/)index\.html$/, holds: { words: /new Docute\(|\bdocute\.init\(/ } },
  { name: "Hexo", file: /(^|\/)_config\.ya?ml$/, holds: { words: /"hexo"/, in: "package.json" } },
  { name: "Hexo", file: /(^|\/)_config\.ya?ml$/, beside: ["source/_posts", "scaffolds"] },
  { name: "VuePress", file: /(^|\/)\.vuepress\/config\.[cm]?[jt]s$/, above: ".." },
  { name: "Eleventy", file: /(^|\/)(?:\.eleventy\.[cm]?js|eleventy\.config\.[cm]?[jt]s)$/ },
  { name: "Gatsby", file: /(^|\/)gatsby-config\.[cm]?[jt]s$/ },
  { name: "Antora", file: /(^|\/)antora\.ya?ml$/, pages: ["modules"] },
  { name: "Rspress", file: /(^|\/)rspress\.config\.[cm]?[jt]s$/ },
  { name: "Vocs", file: /(^|\/)vocs\.config\.[cm]?[jt]sx?$/ },
  { name: "Retype", file: /(^|\/)retype\.ya?ml$/ },
  { name: "DocFX", file: /(^|\/)docfx\.json$/ },
  {
    name: "Zola",
    file: /(^|\/)(?:config|zola)\.toml$/,
    holds: { words: /^base_url[ \t]*=/m },
    beside: ["content"],
    pages: ["content"],
  },
  { name: "Quartz", file: /(^|\/)quartz\.config\.[cm]?[jt]s$/, pages: ["content"] },
  { name: "Nuxt", file: /(^|\/)nuxt\.config\.[cm]?[jt]s$/, pages: ["content", "docs/content"] },
  { name: "Astro", file: /(^|\/)astro\.config\.[cm]?[jt]s$/, pages: ["src"] },
  { name: "Gridsome", file: /(^|\/)gridsome\.config\.js$/, pages: ["content", "docs", "blog"] },
  { name: "Pelican", file: /(^|\/)pelicanconf\.py$/, pages: ["content"] },
  { name: "Lume", file: /(^|\/)_config\.[jt]s$/, holds: { words: /["'](?:lume\/|https:\/\/deno\.land\/x\/lume)/ } },
];

/** Of one kind, those nearest to the root. */
const MAX_FILES = 12;

/**
 * The sites of a repository that other generators build than those that are known here; none where the configuration of one that is
 * known tells what its pages are. Hexo has the configuration of Jekyll, and Zola that of Hugo.
 */
export async function findOtherSites(site: Site, reader: DocsReader): Promise<OtherSite[]> {
  const isOpen = (name: string) =>
    site.config === "" ||
    (name === "Hexo" && site.dialect === "jekyll") ||
    (name === "Zola" && site.dialect === "hugo" && site.config.endsWith("config.toml"));
  const found: OtherSite[] = [];
  for (const { name, file, holds, beside = [], above = "", pages } of OTHERS) {
    if (!isOpen(name)) continue;
    const files = [...site.otherFiles].filter((path) => file.test(path) && !path.includes("node_modules/"));
    const nearest = files.sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1)).slice(0, MAX_FILES);
    for (const path of nearest) {
      const folder = joinPath(folderOf(path), above);
      if (folder === null || found.some((one) => one.folder === folder && one.name === name)) continue;
      const at = (part: string) => joinPath(folder, part) ?? "";
      if (!beside.every((part) => site.folders.has(at(part)))) continue;
      if (holds && !(await hasWords(reader, holds.in === undefined ? path : at(holds.in), holds.words))) continue;
      const roots = new Set(pages?.map(at) ?? [folder]);
      found.push({ name, folder, builds: (page) => foldersAbove(page).some((one) => roots.has(one)) });
    }
  }
  return found;
}

async function hasWords(reader: DocsReader, path: string, words: RegExp): Promise<boolean> {
  const [file] = await reader.readMany([path]);
  return file !== undefined && words.test(file.text);
}
