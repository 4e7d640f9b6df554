import type { NavigationProblem } from "../navigation/navigation-context.ts";
import type { PageOutline } from "../page/read-outline.ts";

export const DIALECTS = [
  "mintlify",
  "docusaurus",
  "nextra",
  "fumadocs",
  "mkdocs",
  "vitepress",
  "starlight",
  "gitbook",
  "mdbook",
  "hugo",
  "jekyll",
  "sphinx",
  "plain",
] as const;
/** The generator that builds a site. */
export type Dialect = (typeof DIALECTS)[number];

/** A line of a navigation file that names something. */
export type NavigationEntry = {
  file: string;
  /** Line of `file`, from 1. */
  line: number;
  /** What the file says, e.g. `guide/install`. */
  ref: string;
  title: string | null;
  /** Names of the groups, tabs, categories or sections that it stands in, outermost first; none when left out. */
  groups?: readonly string[];
  /** The edition that it is listed for, where the navigation keeps several. */
  version?: string;
  language?: string;
  target: "page" | "folder" | "generated" | "external";
  /** The page or folder it names, as a path of the repository; null when there is none, or when it lies elsewhere. */
  path: string | null;
};

/** The navigation of a site, from all its navigation files. */
export type Navigation = {
  /** Of each file in its own order; files in order of depth, then name. */
  entries: NavigationEntry[];
  problems: NavigationProblem[];
  /** Files that hold navigation as code and cannot be read as data, so that what they list is not known. */
  unread: string[];
};

/** An address that is sent elsewhere; in `from`, a `*` or `:name` part stands for anything. */
export type Redirect = {
  from: string;
  /** Where it leads for good, an address or a file of the site; missing where that may change or is not known. */
  to?: string;
};

/** What the configuration says of the ids of headings. */
export type HeadingIds = {
  /** What stands before each. */
  prefix?: string;
  /** What stands for blanks, in place of a hyphen. */
  separator?: string;
  /** Whether they keep their upper case. */
  keepsCase?: boolean;
  /** Whether letters lose their accents. */
  isAscii?: boolean;
  /** Whether code of the site makes them, so that they are not known. */
  isUnknown?: boolean;
};

/** What a generator makes out of descriptions of an API. */
export type DescribedPages = {
  /** Addresses below which it makes the pages. */
  routes: ReadonlySet<string>;
  /** What the last parts of their addresses may be called, in letters and digits alone; null where a description cannot be read. */
  names: ReadonlySet<string> | null;
};

/** How a site wants its pages read. */
export type SiteSettings = {
  /** Whether `.md` is MDX too. */
  isMarkdownMdx: boolean;
  /** Whether the ids of headings keep their upper case (`maintainCase` of Docusaurus). */
  keepsCase: boolean;
  /** Names that stand for a text: `{{name}}`. */
  variables: ReadonlySet<string>;
  /** Whether a file that is not there is written when the site is built. */
  isMadeByBuild: (path: string) => boolean;
  /** Whether git ignores a path, whatever is kept beside it. */
  isIgnored: (path: string) => boolean;
  /** Whether a workflow, a script or a build file names a folder by these two parts (`docs/api`), which the repository does not have. */
  isNamedByScripts: (parts: string) => boolean;
  /** Whether the configuration of the site or its host names a word, as it does with addresses that lead elsewhere. */
  isNamedInConfiguration: (word: string) => boolean;
  /** Whether the configuration of the site or its host names an address, as it does of code or of a redirect made by code. */
  isNamedAddress: (route: string) => boolean;
  /** Beginnings of imports that stand for a folder, by the settings of TypeScript: `@/` is `src`. The longest come first. */
  aliases: readonly { prefix: string; folder: string }[];
  /** What the host of the site sends elsewhere. */
  redirects: readonly Redirect[];
};

/** A folder of pages that a site shows below one address: its docs, its posts, a frozen version, a translation. */
export type Section = {
  root: string;
  /** What comes before a page's path on the site: `""`, or e.g. `/docs`. */
  routeBase: string;
  /** The frozen version that it holds; missing for the one that is being written. */
  version?: string;
  /** The language that it holds; missing for the site's own. */
  language?: string;
  /** The folder whose pages these are versions or translations of. */
  originalRoot?: string;
  /** Whether readers see another version of these pages unless they choose this one. */
  isAside?: boolean;
  /** Whether the pages are those of a version to come, which the site does not show yet. */
  isUnreleased?: boolean;
  /** Whether the pages are posts, which get their address from date and title in ways that only the build knows. */
  isBlog?: boolean;
  /** What comes before the address of a page whose name ends with a language (`a.fr.md`), by that ending, lower case. */
  suffixes?: ReadonlyMap<string, string>;
  /** Whether the configuration leaves a file out of the site (`exclude_docs` of MkDocs), by its path in the section. */
  isLeftOut?: (path: string) => boolean;
  /** Whether the configuration says that no navigation need list a page (`not_in_nav` of MkDocs), by its path in the section. */
  isUnlisted?: (path: string) => boolean;
  /** The address of a page below `routeBase`, from its path in the section; undefined where the name alone tells. */
  addressOf?: (path: string, data: Record<string, unknown>) => string | null | undefined;
};

/** A documentation site as data, at one state of its repository. */
export type Site = {
  dialect: Dialect;
  /** Folder of the pages, `""` for the repository's root. */
  root: string;
  /** What comes before a page's path on the site: `""`, or e.g. `/docs`. */
  routeBase: string;
  /** The file that the generator was known by; `""` when it was guessed. */
  config: string;
  /** All folders of pages, the one of `root` first. */
  sections: readonly Section[];
  /** Languages that the configuration names, the site's own first; none when it names none. */
  languages: readonly string[];
  /** What comes before every address where the site is hosted, and may stand in a link or not: `""`, or e.g. `/project`. */
  hostBase: string;
  /** Whether that is only where a host would serve the site, beside others of its owner. */
  isBesideOthers?: boolean;
  /** Whether addresses of pages end with a slash, from which relative links count; missing where the configuration does not say. */
  hasSlash?: boolean;
  /** Whether a link may name a place by a name of its own (Sphinx, books with preprocessors, templates of Hugo), of which the build alone knows all. */
  hasNamedTargets: boolean;
  /** Whether terms of definition lists have ids, as the configuration of Hugo can say. */
  hasTermIds: boolean;
  headingIds: HeadingIds;
  /** Whether a link may name a page or file by its last part alone, wherever it lies, as plugins of MkDocs have it. */
  findsByName: boolean;
  /** Whether code of the site takes the Markdown of pages before it is parsed, as hooks of MkDocs can. */
  isRewritten: boolean;
  /** Whether a page may lack its title where the generator by itself wants one, as a schema of front matter can say. */
  hasOptionalTitles: boolean;
  /** Addresses below which the build makes pages of its own. */
  generatedRoutes: readonly string[];
  described: DescribedPages;
  /** A folder whose files are shown as if they lay in `root`: a theme's. */
  themeFolder?: string;
  /** Folders of pages by other configurations of the same generator, within `root` or around it: either may be the one that is built. */
  otherRoots: readonly string[];
  /** Whether the configuration of the site says that a link that leads nowhere is meant. */
  isIgnoredLink: (url: string) => boolean;
  /** By path, in order of paths. */
  pages: Map<string, PageOutline>;
  /** From a path on the site to the page there; every page may have several. */
  routes: Map<string, string>;
  navigation: Navigation;
  /** Site paths that are sent elsewhere. */
  redirects: Redirect[];
  /** The other files that could be seen. */
  otherFiles: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** Whether every file of the repository is among `pages` and `otherFiles`, so that one that is not there is missing. */
  isWhole: boolean;
  settings: SiteSettings;
};
