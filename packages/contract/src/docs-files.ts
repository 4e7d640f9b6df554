/** Endings of documentation pages, lower case. */
export const PAGE_ENDINGS = [".md", ".mdx"] as const;

/**
 * Names of the data files that hold a site's navigation, in any folder. Navigation written as code (`sidebars.js`,
 * `_meta.tsx`, `.vitepress/config.ts`) is not among them: it runs when the site is built.
 */
export const NAVIGATION_FILES: ReadonlySet<string> = new Set([
  "docs.json",
  "mint.json",
  "_meta.json",
  "meta.json",
  "sidebars.json",
  "_category_.json",
  "_category_.yml",
  "_category_.yaml",
  "mkdocs.yml",
  "mkdocs.yaml",
  "properdocs.yml",
  "properdocs.yaml",
  "myst.yml",
  ".pages",
  ".nav.yml",
  ".nav.yaml",
  "toc.yml",
  "toc.yaml",
  "_toc.yml",
]);

/** Sidebars of a frozen Docusaurus version: `versioned_sidebars/version-2.0-sidebars.json`. */
const VERSIONED_SIDEBARS = /^version-[^/]+-sidebars\.json$/;

/**
 * Pages by name that speak to agents and not to readers: no page of the site, and never a job's to edit. A page of a site may be
 * called `agent.md`, `claude.md` or `gemini.md`, so below the root these count in capitals alone.
 */
const INSTRUCTION_FILE = /^(?:AGENTS?|CLAUDE|GEMINI)\.md$/;
const INSTRUCTION_FILE_OF_ROOT = /^(?:agents?|claude|gemini)\.md$/i;
const INSTRUCTION_FILE_IN_ANY_CASE = /^(?:claude\.local|copilot-instructions|skill)\.md$/i;

/** Names of the files that hold redirects of a site or its host, besides its navigation files. */
const REDIRECT_FILE =
  /^(_redirects|vercel\.json|netlify\.toml|\.gitbook\.ya?ml|(docusaurus|astro|next)\.config\.[cm]?[jt]s)$/;

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Whether a path names a file with instructions for agents, such as `AGENTS.md`. */
export function isInstructionFile(path: string): boolean {
  const name = nameOf(path);
  const isNamed = INSTRUCTION_FILE.test(name) || INSTRUCTION_FILE_IN_ANY_CASE.test(name);
  return isNamed || INSTRUCTION_FILE_OF_ROOT.test(path);
}

/** Whether a file of this path is one of instructions where file names have no case, as on macOS and Windows. */
export function isInstructionFileInAnyCase(path: string): boolean {
  return INSTRUCTION_FILE_OF_ROOT.test(nameOf(path)) || isInstructionFile(path);
}

/** Whether a path names a documentation page: Markdown or MDX, and no instruction file. */
export function isPageFile(path: string): boolean {
  const name = nameOf(path).toLowerCase();
  return (
    PAGE_ENDINGS.some((ending) => name.endsWith(ending) && name.length > ending.length) && !isInstructionFile(path)
  );
}

/** Whether a path names a file that holds navigation as data. */
export function isNavigationFile(path: string): boolean {
  const name = nameOf(path);
  return NAVIGATION_FILES.has(name) || VERSIONED_SIDEBARS.test(name);
}

/** Whether a path names a file to which a job may add redirects, and nothing else. */
export function isRedirectFile(path: string): boolean {
  return REDIRECT_FILE.test(nameOf(path));
}

/** Whether a path names a configuration of MkDocs, or of ProperDocs, which goes on from it. */
export function isMkdocsFile(path: string): boolean {
  return /^(?:mkdocs|properdocs)\.ya?ml$/.test(nameOf(path));
}

const MENU_FILE = /(?:^|\/)config\/[^/]+\/menus?(?:\.[\w-]+)?\.(?:toml|ya?ml|json)$/;

/** Whether a path may name menus of a Hugo site that have a file of their own. Hugo reads nothing but menus from it. */
export function isMenuFile(path: string): boolean {
  return MENU_FILE.test(path);
}

/** Whether a path may name a document of Sphinx whose `toctree` lists pages: a job may change such lists, and nothing else. */
export function isTocTreeFile(path: string): boolean {
  return path.endsWith(".rst");
}

/** Whether a job may change a file in part alone, and neither move nor remove it. */
export function isFixedFile(path: string): boolean {
  return isRedirectFile(path) || isTocTreeFile(path);
}
