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
  const redirects = Object.entries(tomlTable(settings, "output", "html", "redirect")).map(([from, to]) =>
    typeof to === "string" ? { from, to: targetFrom(from, to) } : { from },
  );
  const language = tomlText(tomlTable(settings, "book"), "language");
  const siteUrl = tomlText(tomlTable(settings, "output", "html"), "site-url") ?? "";
  const preprocessors = Object.keys(tomlTable(settings, "preprocessor"));
  return {
    dialect: "mdbook",
    config,
    hostBase: siteUrl.startsWith("/") ? siteUrl.replace(/\/$/, "") : "",
    hasNamedTargets: preprocessors.some((name) => !BUILT_IN.has(name)),
    hasTermIds: tomlTable(settings, "output", "html")["definition-lists"] !== false,
    layouts: [[{ root, routeBase: "" }]],
    redirects,
    languages: language === null ? [] : [language],
  };
}

/** A target that is no address from the root counts from the page that was there. */
function targetFrom(from: string, to: string): string {
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(to)) return to;
  const [path = "", ...rest] = to.split("#");
  return `/${[folderAt(folderOf(from.replace(/^\/+/, "")), path) ?? path, ...rest].join("#")}`;
}

/** Reads a book of GitBook: its folder and redirects from `.gitbook.yaml`, or the folder of a `SUMMARY.md` that no other generator reads. */
export async function readGitbook({ reader, files }: Evidence, config: string): Promise<Generator> {
  const folder = folderOf(config);
  if (!/\.ya?ml$/.test(config)) return { dialect: "gitbook", config, layouts: [[{ root: folder, routeBase: "" }]] };
  const [file] = await reader.readMany([config]);
  const settings = readYaml(config, file?.text ?? "").root;
  const get = (name: string) => pairsOf(settings).find(([key]) => key === name)?.[1];
  const root = folderAt(folder, scalarOf(get("root")) ?? "") ?? folder;
  const redirects = pairsOf(get("redirects")).map(([from, value]) => {
    const to = scalarOf(value);
    return to === null ? { from } : { from, to: `/${to.replace(/^\.?\/+/, "")}` };
  });
  const contents = pairsOf(get("structure")).find(([key]) => key === "summary")?.[1];
  const isLeftOver = !files.has(folderAt(root, scalarOf(contents) ?? "SUMMARY.md") ?? "");
  return { dialect: "gitbook", config, isLeftOver, layouts: [[{ root, routeBase: "" }]], redirects };
}
