import { trimSlashes } from "@docsteward/platform/cut-text";
import { frontmatterEnd } from "@docsteward/text/markdown/frontmatter";
import { slug } from "github-slugger";
import { editNavigation } from "../navigation/edit-navigation.ts";
import { nearness } from "../navigation/page-id.ts";
import type { InstructionOf } from "../parse/instruction.ts";
import { type Procedure, request } from "../procedure.ts";
import { endingOf, findPage, folderOf, joinPath, nameOf, type Site, withoutEnding } from "../site.ts";
import { readFiles } from "../tools.ts";
import { failureLines, listPaths, type Outcome } from "./outcome.ts";

/** Writes a new page with its title and text, in the manner of its neighbour, and enters it in the navigation. */
export function* createPage(instruction: InstructionOf<"create-page">, site: Site): Procedure<Outcome> {
  const path = pathFor(instruction, site);
  const pageTitle = instruction.title ?? titleFromName(path);
  const title = `Add the page ${pageTitle}`;
  const existing = site.pages.includes(path)
    ? { page: path }
    : site.isCut
      ? yield* findPage(path, site)
      : { problem: "" };
  if ("page" in existing && existing.page === path) {
    return { status: "nothing", title, lines: [`\`${path}\` already exists, so no page was created.`] };
  }
  const neighbour = nearestPage(path, site);
  const text =
    neighbour === undefined
      ? undefined
      : (yield* readFiles([neighbour], `Reading ${neighbour} to match its style.`)).get(neighbour);
  const content = writePage(pageTitle, instruction.body ?? "", text);
  const written = yield* request("write", { path, content }, `Writing ${path}.`);
  if (written.error !== undefined)
    return { status: "unclear", title, lines: [`Could not write \`${path}\`: ${written.error}`] };
  site.pages = [...site.pages, path];

  const navigation = yield* editNavigation({ kind: "add", page: path, title: pageTitle }, site);
  const lines = [`Created \`${path}\` with the title “${pageTitle}”${instruction.body ? "" : ", without text"}.`];
  if (navigation.files.length > 0) lines.push(`Added it to ${listPaths(navigation.files)}.`);
  else if (site.navigation.length > 0) lines.push("No navigation file lists pages next to it, so none was changed.");
  lines.push(...failureLines(navigation.failed));
  return { status: "done", title, lines };
}

function pathFor({ path, folder, title = "page" }: InstructionOf<"create-page">, site: Site): string {
  const asked = trimSlashes((path ?? joinPath(folder ?? "", slug(title))).trim());
  const isBelowRoot = site.root === "" || asked.startsWith(`${site.root}/`);
  const whole = isBelowRoot ? asked : joinPath(site.root, asked);
  return endingOf(whole) === "" ? `${whole.replace(/\s+/g, "-")}${endingFor(whole, site)}` : whole;
}

/** The ending that most pages of the folder have, else most pages of the site, else `.mdx`. */
function endingFor(path: string, site: Site): string {
  const inFolder = site.pages.filter((page) => folderOf(page) === folderOf(path));
  const around = inFolder.length > 0 ? inFolder : site.pages;
  const plain = around.filter((page) => /\.md$/i.test(page)).length;
  return plain > around.length / 2 ? ".md" : ".mdx";
}

const titleFromName = (path: string) =>
  nameOf(withoutEnding(path))
    .replace(/[-_]+/g, " ")
    .replace(/^\p{L}/u, (letter) => letter.toUpperCase());

function nearestPage(path: string, site: Site): string | undefined {
  return site.pages.reduce<string | undefined>(
    (best, page) => (best === undefined || nearness(page, path) > nearness(best, path) ? page : best),
    undefined,
  );
}

/** Front matter with the title, and a first heading too where the neighbour has one of its own. */
function writePage(title: string, body: string, neighbour: string | undefined): string {
  const isPlain = /^[\p{L}][\p{L}\p{N} ,()/&'’-]*$/u.test(title) && !/^(?:true|false|yes|no|on|off|null)$/i.test(title);
  const head = `---\ntitle: ${isPlain ? title : JSON.stringify(title)}\n---\n`;
  const rest = neighbour?.slice(frontmatterEnd(neighbour)).trimStart() ?? "";
  const parts = [rest.startsWith("# ") ? `# ${title}` : "", unescapeBreaks(body).trim()].filter(Boolean);
  return parts.length > 0 ? `${head}\n${parts.join("\n\n")}\n` : head;
}

/** A `\n` typed in a one-line prompt is meant as a line break. */
export function unescapeBreaks(text: string): string {
  return text.includes("\n") ? text.replace(/\r\n/g, "\n") : text.replace(/\\n/g, "\n");
}
