import { type Evidence, folderOf, type Generator } from "./generator.ts";

export const SPHINX_CONFIG = /(^|\/)conf\.py$/;

/** Reads a Sphinx site whose pages are Markdown (MyST): they lie beside `conf.py`. Python is not run, only looked through. */
export async function readSphinxSite({ reader }: Evidence, config: string): Promise<Generator | null> {
  const [file] = await reader.readMany([config]);
  const text = file?.text ?? "";
  if (!/["'](?:myst_parser|myst_nb|recommonmark|m2r2?|sphinx_mdinclude)["']/.test(text)) return null;
  const language = /^language\s*=\s*["']([A-Za-z_-]{2,10})["']/m.exec(text)?.[1];
  return {
    dialect: "sphinx",
    config,
    hasNamedTargets: true,
    layouts: [[{ root: folderOf(config), routeBase: "" }]],
    languages: language === undefined ? [] : [language],
  };
}
