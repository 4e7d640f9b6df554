import { oncePer } from "@docsteward/platform/once-per";
import { hasFileEnding } from "../site/doubtful-areas.ts";
import { folderOf, joinPath, lastPartOf, stemOf } from "../site/posix.ts";
import type { Site } from "../site/site.ts";

/** What follows the name of a file that a template is for: `options.md.j2`. */
const TEMPLATE =
  /\.(?:j2|jinja2?|njk|tmpl|tpl|template|in|hbs|handlebars|mustache|erb|gotmpl|gotpl|ejs|eta|liquid|mako|dhall|jsonnet|src|dist|m4|php|py|[cm]?js|ts|sh|go|rb|pl|pp|twig|tt)$/i;
/** The same before the ending of a page, and documents of which other tools make one. */
const TEMPLATE_OF_PAGE = /\.(?:tmpl|tpl|template|in|src|raw|mdpp|Rmd|qmd|org|pmd|smd)$/;

/** The files that something in the repository is a template of: by path, and pages by their name alone. */
const templatesOf = oncePer(({ otherFiles, pages }: Site): ReadonlySet<string> => {
  const templates = new Set<string>();
  for (const path of [...otherFiles, ...pages.keys()]) {
    const name = lastPartOf(path);
    const stem = name.replace(TEMPLATE, "");
    // One of a page may lie in a folder of templates; of another file it lies beside it.
    if (stem !== name && stem !== "") templates.add(/\.mdx?$/.test(stem) ? stem : path.replace(TEMPLATE, ""));
    const page = stemOf(name).replace(TEMPLATE_OF_PAGE, "");
    if (page !== stemOf(name)) templates.add(joinPath(folderOf(path), `${page}.md`) ?? "");
    if (path.includes("{%")) templates.add(withoutTags(path));
  }
  return templates;
});

/** A path whose parts are there only under a condition: `{% if docs %}a.md{% endif %}`. */
function withoutTags(path: string): string {
  return path
    .split("{%")
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf("%}") + 2)))
    .join("");
}

/** Whether something in the repository is a template of the file at a place, which a build makes of it. */
export function hasTemplate(site: Site, place: string): boolean {
  const templates = templatesOf(site);
  if (templates.size === 0) return false;
  const stem = stemOf(place);
  const isOpen = !hasFileEnding(place) || stem !== place;
  const files = isOpen ? [`${stem}.md`, `${stem}.mdx`, place] : [place];
  return files.some((file) => templates.has(file) || (/\.mdx?$/.test(file) && templates.has(lastPartOf(file))));
}
