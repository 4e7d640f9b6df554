import type { NavigationProblem } from "../navigation/navigation-context.ts";
import type { PageOutline } from "../page/read-outline.ts";
import type { DocusaurusVersions } from "./read-docusaurus-versions.ts";

export const DIALECTS = ["mintlify", "docusaurus", "nextra", "fumadocs", "mkdocs", "vitepress", "plain"] as const;
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

export type Navigation = {
  /** Of each file in its own order; files in order of depth, then name. */
  entries: NavigationEntry[];
  problems: NavigationProblem[];
  /** Files that hold navigation as code and cannot be read as data, so that what they list is not known. */
  unread: string[];
};

/** How a site wants its pages read. */
export type SiteSettings = {
  /** Whether `.md` is MDX too. */
  isMarkdownMdx: boolean;
  /** Names that stand for a text: `{{name}}`. */
  variables: ReadonlySet<string>;
  /** Whether a file that is not there is written when the site is built. */
  isMadeByBuild: (path: string) => boolean;
  /** Whether the configuration of the site or its host names a word, as it does with addresses that lead elsewhere. */
  isNamedInConfiguration: (word: string) => boolean;
};

/** A documentation site as data, at one state of its repository. */
export type Site = {
  dialect: Dialect;
  /** Folder of the pages, `""` for the repository's root. */
  root: string;
  /** What comes before a page's path on the site: `""`, or e.g. `/docs`. */
  routeBase: string;
  /** By path, in order of paths. */
  pages: Map<string, PageOutline>;
  /** From a path on the site to the page there; every page may have several. */
  routes: Map<string, string>;
  navigation: Navigation;
  /** Site paths that are sent elsewhere; a `*` or `:name` part stands for anything. */
  redirects: string[];
  /** The other files that could be seen. */
  otherFiles: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** Whether every file of the repository is among `pages` and `otherFiles`, so that one that is not there is missing. */
  isWhole: boolean;
  settings: SiteSettings;
  /** Frozen versions of the docs beside those in `root`; null when there are none, or when their places cannot be told. */
  versions: DocusaurusVersions | null;
};
