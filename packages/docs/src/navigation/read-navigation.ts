import type { Navigation, NavigationEntry, NavigationProblem, Site } from "../site/site.ts";
import type { NavigationGround } from "./navigation-ground.ts";
import { readDocusaurus, readDocusaurusCategory } from "./read-docusaurus.ts";
import { readFumadocs } from "./read-fumadocs.ts";
import { type JsonFile, readJson } from "./read-json.ts";
import { readMintlify, readMintlifyRedirects } from "./read-mintlify.ts";
import { readMkdocs } from "./read-mkdocs.ts";
import { readNextra } from "./read-nextra.ts";
import { readToc } from "./read-toc.ts";
import { readYaml, type YamlFile } from "./read-yaml.ts";

type JsonReader = (path: string, file: JsonFile, ground: NavigationGround) => NavigationEntry[];
type YamlReader = (path: string, file: YamlFile, ground: NavigationGround) => NavigationEntry[];

const JSON_READERS: [RegExp, JsonReader][] = [
  [/^(docs|mint)\.json$/, readMintlify],
  [/^_meta\.json$/, readNextra],
  [/^meta\.json$/, readFumadocs],
  [/sidebars\.json$/, readDocusaurus],
  [/^_category_\.json$/, readDocusaurusCategory],
];
const YAML_READERS: [RegExp, YamlReader][] = [
  [/^mkdocs\.ya?ml$/, readMkdocs],
  [/^_?toc\.ya?ml$/, readToc],
];

/** Navigation that is code: known to be there, never run. */
export const NAVIGATION_CODE =
  /(^|\/)(sidebars\.[cm]?[jt]s|_meta\.(global\.)?[jt]sx?|\.vitepress\/config(\/index)?\.m?[jt]s|theme\.config\.[jt]sx?)$/;

/** Reads every navigation file of a site that is data, and names those that are code. */
export function readNavigation(
  files: { path: string; text: string }[],
  ground: NavigationGround & { otherFiles: ReadonlySet<string> },
): { navigation: Navigation; redirects: Site["redirects"] } {
  const entries: NavigationEntry[] = [];
  const problems: NavigationProblem[] = [];
  const redirects: string[] = [];
  for (const { path, text } of [...files].sort(byDepth)) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const json = JSON_READERS.find(([pattern]) => pattern.test(name))?.[1];
    const yaml = YAML_READERS.find(([pattern]) => pattern.test(name))?.[1];
    const isYaml = /\.ya?ml$/.test(name);
    const file = isYaml ? readYaml(path, text) : readJson(path, text);
    if (file.problem) problems.push(file.problem);
    else if (isYaml) entries.push(...(yaml?.(path, file as YamlFile, ground) ?? []));
    else {
      entries.push(...(json?.(path, file as JsonFile, ground) ?? []));
      if (json === readMintlify) redirects.push(...readMintlifyRedirects(file as JsonFile));
    }
  }
  const unread = [...ground.otherFiles].filter((path) => NAVIGATION_CODE.test(path)).sort();
  return { navigation: { entries, problems, unread }, redirects };
}

function byDepth(a: { path: string }, b: { path: string }): number {
  return a.path.split("/").length - b.path.split("/").length || (a.path < b.path ? -1 : 1);
}
