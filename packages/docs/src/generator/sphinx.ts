import { matchesPlaces } from "../site/path-patterns.ts";
import type { Redirect, Section } from "../site/site.ts";
import { basePath, type Evidence, folderAt, folderOf, type Generator } from "./generator.ts";

export const SPHINX_CONFIG = /(^|\/)conf\.py$/;

/** Extensions that write documents, each with the setting of their folder and the folder without one. */
const WRITERS = [
  { name: "autodoc2", setting: /^autodoc2_output_dir\s*=\s*["']([^"'\n]{1,200})["']/m, folder: "apidocs" },
  { name: "autoapi.extension", setting: /^autoapi_root\s*=\s*["']([^"'\n]{1,200})["']/m, folder: "autoapi" },
  {
    name: "sphinx_gallery",
    setting: /\bgallery_dirs["']?\s{0,9}[:=]\s{0,9}\[?\s{0,9}["']([^"'\n]{1,200})["']/,
    folder: "auto_examples",
  },
  { name: "exhale", setting: /["']containmentFolder["']\s{0,9}:\s{0,9}["']([^"'\n]{1,200})["']/, folder: "api" },
  { name: "sphinxcontrib.apidoc", setting: /^apidoc_output_dir\s*=\s*["']([^"'\n]{1,200})["']/m, folder: "api" },
  { name: "sphinx.ext.apidoc", setting: /["']destination["']\s{0,9}:\s{0,9}["']([^"'\n]{1,200})["']/, folder: "api" },
  { name: "sphinx_automodapi", setting: /^automodsumm_output_dir\s*=\s*["']([^"'\n]{1,200})["']/m, folder: "api" },
  { name: "sphinx_tags", setting: /^tags_output_dir\s*=\s*["']([^"'\n]{1,200})["']/m, folder: "_tags" },
  {
    name: "sphinx_collections",
    setting: /^collections_target\s*=\s*["']([^"'\n]{1,200})["']/m,
    folder: "_collections",
  },
  { name: "ablog", setting: /^blog_path\s*=\s*["']([^"'\n]{1,200})["']/m, folder: "blog" },
];

/** Reads a Sphinx site whose pages are Markdown (MyST): they lie beside `conf.py`. Python is not run, only looked through. */
export async function readSphinxSite({ reader }: Evidence, config: string): Promise<Generator | null> {
  const [file] = await reader.readMany([config]);
  const text = file?.text ?? "";
  // A list of extensions may be imported: settings of MyST say as much.
  if (!/["'](?:myst_parser|myst_nb|recommonmark|m2r2?|sphinx_mdinclude)["']|\bmyst_[a-z]/.test(text)) return null;
  const language = /^language\s*=\s*["']([A-Za-z_-]{2,10})["']/m.exec(text)?.[1];
  const extra = EXTRA.exec(text)?.[1];
  const themeFolder = extra === undefined ? null : folderAt(folderOf(config), extra);
  const written = WRITERS.filter(({ name }) => text.includes(name));
  return {
    dialect: "sphinx",
    generatedRoutes: [
      ...written.map(({ setting, folder }) => basePath(setting.exec(text)?.[1] ?? folder)),
      ...additionalPages(text),
    ],
    config,
    hasNamedTargets: true,
    ...(themeFolder === null ? {} : { themeFolder }),
    redirects: redirectsOf(text),
    layouts: [[{ root: folderOf(config), routeBase: "", ...leftOut(text) }]],
    languages: language === undefined ? [] : [language],
  };
}

/** The first folder whose files are put beside the pages as they are. */
const EXTRA = /^html_extra_path\s*=\s*[[(]\s*["']([^"'\n]{1,200})["']/m;
const ADDITIONAL = /^html_additional_pages[ \t]{0,9}=[ \t]{0,9}\{/m;

/** The pages that `html_additional_pages` makes of templates. */
function additionalPages(text: string): string[] {
  return keysOf(text, ADDITIONAL).map(basePath);
}

/** The names that a dictionary of the configuration has values for. */
function keysOf(text: string, opening: RegExp): string[] {
  const start = opening.exec(text);
  if (start === null) return [];
  const from = start.index + start[0].length;
  const [listed = ""] = text.slice(from, from + MAX_LIST).split("}", 1);
  return [...listed.matchAll(/["']([\w./*-]{1,200})["'][ \t]{0,9}:/g)].map(([, name = ""]) => name);
}

/** Former addresses, of `sphinx_reredirects` and `sphinxext.rediraffe`. */
const REDIRECTS = /^(?:rediraffe_)?redirects[ \t]{0,9}=[ \t]{0,9}\{/m;

/** Where they lead counts from the former page, as its extension likes. */
function redirectsOf(text: string): Redirect[] {
  return keysOf(text, REDIRECTS).map((name) => ({ from: basePath(name.replace(/\.(?:md|rst|html)$/, "")) }));
}

const EXCLUDED = /^exclude_patterns[ \t]{0,9}=[ \t]{0,9}\[/m;
const MAX_LIST = 4_000;
const MAX_PATTERNS = 200;

/** What Sphinx takes for no document, from the folder of its configuration. What code adds to the list is not known. */
function leftOut(text: string): Pick<Section, "isLeftOut"> {
  const start = EXCLUDED.exec(text);
  if (start === null) return {};
  const from = start.index + start[0].length;
  const list = text.slice(from, from + MAX_LIST).replace(/#.*/g, "");
  const [listed = ""] = list.split("]", 1);
  const patterns = [...listed.matchAll(/["']([^"'\n]{1,200})["']/g)].slice(0, MAX_PATTERNS);
  if (patterns.length === 0) return {};
  return {
    isLeftOut: matchesPlaces(patterns.map(([, pattern = ""]) => pattern.replace(/^\.\//, ""))),
  };
}
