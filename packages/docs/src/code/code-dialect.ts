import type { DocsReader } from "../docs-reader.ts";
import { folderOf } from "../site/posix.ts";

/** What decides how a site's pages become code. Plain data, so that it can be sent to a thread. */
export type CodeDialect = {
  /** Folders whose `.md` files are MDX as well. */
  mdxFolders: string[];
  /** Folders whose Markdown becomes Vue templates. */
  vueFolders: string[];
  /** Whether a template language runs over the pages before Markdown does: Jinja, Liquid, Nunjucks, EJS. */
  hasTemplates: boolean;
};

const MDX_MARKDOWN =
  /(^|\/)(docusaurus\.config\.[cm]?[jt]s|docs\.json|mint\.json|sidebars\.(?:json|[cm]?[jt]s)|theme\.config\.[jt]sx?)$/;
const VUE = /^((?:[^/]+\/)*?)(?:\.vitepress\/|\.vuepress\/|nuxt\.config\.[cm]?[jt]s$)/;
const TEMPLATES = /(^|\/)(_config\.ya?ml|\.?eleventy(?:\.config)?\.[cm]?js)$/;
const CONFIGURATION = /(^|\/)(docusaurus\.config\.[cm]?[jt]s|(?:mkdocs|properdocs)\.ya?ml|docs\.json)$/;
/** `"../docs"`, and `path.join(__dirname, "..", "docs")`. */
const LEADS_OUT = /\.\.[/"'`]/;
const DOCUSAURUS = /(^|\/)docusaurus\.config\.[cm]?[jt]s$/;
const PLAIN_FORMAT = /\bformat\s*:\s*["'](?:md|detect)["']/;

/**
 * Reads off a repository's files which of its Markdown is MDX, Vue or a template. Where several sites are in one repository, each
 * counts for its own folder; in doubt more is taken for code.
 */
export async function readCodeDialect(reader: DocsReader): Promise<CodeDialect> {
  const paths = [...new Set([...(await reader.paths()), ...((await reader.assets?.()) ?? [])])];
  const configs = await reader.readMany(paths.filter((path) => CONFIGURATION.test(path)));
  const textOf = (path: string) => configs.find((file) => file.path === path)?.text ?? "";
  const mdx = paths.filter((path) => MDX_MARKDOWN.test(path) && isMdxConfig(path, textOf(path)));
  const vue = paths.flatMap((path) => VUE.exec(path)?.[1] ?? []).map((folder) => folder.replace(/\/$/, ""));
  return {
    mdxFolders: [...new Set(mdx.map((path) => mdxFolderOf(path, textOf(path))))],
    vueFolders: [...new Set(vue)],
    hasTemplates:
      paths.some((path) => TEMPLATES.test(path)) ||
      configs.some(({ path, text }) => /(mkdocs|properdocs)\.ya?ml$/.test(path) && /\bmacros\b|\bjinja/i.test(text)),
  };
}

/** A configuration that leads out of its folder may take in any page of the repository, and `website` shows the `docs` beside it. */
function mdxFolderOf(config: string, text: string): string {
  if (LEADS_OUT.test(text)) return "";
  return DOCUSAURUS.test(config) ? folderOf(folderOf(config)) : folderOf(config);
}

function isMdxConfig(path: string, text: string): boolean {
  if (path.endsWith("docs.json")) return text.includes('"navigation"');
  return !PLAIN_FORMAT.test(text);
}
