import { readToml, tomlTable, tomlText } from "../navigation/read-toml.ts";
import { pairsOf, readYaml, scalarOf } from "../navigation/read-yaml.ts";
import { type Evidence, folderAt, folderOf, type Generator } from "./generator.ts";

export const MDBOOK_CONFIG = /(^|\/)book\.toml$/;
export const GITBOOK_CONFIG = /(^|\/)(\.gitbook\.ya?ml|SUMMARY\.md)$/;

/** Preprocessors that make no links. */
const BUILT_IN = new Set(["links", "index", "mermaid", "toc", "admonish", "katex"]);

/** Reads an mdBook: the folder of its chapters, and its redirects. */
export async function readMdbook({ reader }: Evidence, config: string): Promise<Generator | null> {
  const [file] = await reader.readMany([config]);
  const settings = readToml(file?.text ?? "");
  const root = folderAt(folderOf(config), tomlText(tomlTable(settings, "book"), "src") ?? "src");
  if (root === null) return null;
  const redirects = Object.keys(tomlTable(settings, "output", "html", "redirect"));
  const language = tomlText(tomlTable(settings, "book"), "language");
  const preprocessors = Object.keys(tomlTable(settings, "preprocessor"));
  return {
    dialect: "mdbook",
    config,
    hasNamedTargets: preprocessors.some((name) => !BUILT_IN.has(name)),
    layouts: [[{ root, routeBase: "" }]],
    redirects,
    languages: language === null ? [] : [language],
  };
}

/** Reads a book of GitBook: its folder and redirects from `.gitbook.yaml`, or the folder of a `SUMMARY.md` that no other generator reads. */
export async function readGitbook({ reader }: Evidence, config: string): Promise<Generator> {
  const folder = folderOf(config);
  if (!/\.ya?ml$/.test(config)) return { dialect: "gitbook", config, layouts: [[{ root: folder, routeBase: "" }]] };
  const [file] = await reader.readMany([config]);
  const settings = readYaml(config, file?.text ?? "").root;
  const get = (name: string) => pairsOf(settings).find(([key]) => key === name)?.[1];
  const root = folderAt(folder, scalarOf(get("root")) ?? "") ?? folder;
  const redirects = pairsOf(get("redirects")).map(([from]) => from);
  return { dialect: "gitbook", config, layouts: [[{ root, routeBase: "" }]], redirects };
}
