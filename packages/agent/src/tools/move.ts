import { isPageFile, PAGE_ENDINGS } from "@docsteward/contract/docs-files";
import { planMoveBounded } from "@docsteward/docs/move/bounded-move";
import type { MovePlan } from "@docsteward/docs/move/move-plan";
import { trimSlashes } from "@docsteward/platform/cut-text";
import { z } from "zod";
import type { JobPages } from "../workspace/job-pages.ts";
import { plural } from "./plural.ts";
import { defineTool, pagePath, type ToolContext, type ToolResult } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const MAX_CHANGED = 50;
const MAX_LISTED = 100;

const MoveInput = z.object({
  from: pagePath(),
  to: pagePath(),
  translations: z.boolean().optional().describe("Set to false to leave translations where they are."),
  redirects: z.boolean().optional().describe("Set to false to add no redirects."),
});

type Undone = MovePlan["undone"];

export const moveTool = defineTool({
  name: "move",
  description:
    "Moves or renames a page, or a folder of pages, with the translations. Updates the links to the pages and inside them, every navigation entry, and adds redirects in the form that the site uses. An entry stays in its group of the navigation: if the page belongs to another group now, edit the navigation. `notDone` in the result names what is left, with the text to write where there is one: do what you can of it, and name the rest in your summary.",
  input: MoveInput,
  mutates: true,
  announce: ({ from, to }) => `Move ${from} to ${to}`,
  run: movePage,
  /** Before links, navigation and redirects were part of a move, it moved one file, and the edits followed in calls of their own. */
  async replay(input, output, context) {
    const isWhole = typeof output === "object" && output !== null && "moved" in output;
    return isWhole ? movePage(input, context) : context.pages.move(input.from, input.to);
  },
});

async function movePage(input: z.infer<typeof MoveInput>, context: ToolContext): Promise<ToolResult> {
  const paths = await context.pages.paths();
  const { from, to } = withEndings({ from: trimSlashes(input.from), to: trimSlashes(input.to) }, paths);
  const isFolder = !paths.includes(from);
  if (!isFolder && !isPageFile(from)) return moveFile({ from, to }, context);
  const inFolder = paths.filter((path) => path.startsWith(`${from}/`));
  if (isFolder && inFolder.length === 0) return moveFile({ from, to }, context);
  if (!isFolder && isPageFile(from) !== isPageFile(to))
    throw new ToolRefusal(`${to} must have the same file type as ${from}.`);
  const plan = await planMoveBounded(
    { site: context.pages.workspace, base: context.pages.workspace.start },
    { from, to, withTranslations: input.translations !== false, withRedirects: input.redirects !== false },
    { cpuSeconds: context.pageCpuSeconds },
  );
  await requireRoom(plan, context.pages);
  await movePages(plan, context.pages);
  const undone = [...plan.undone, ...(await writeTexts(plan, context.pages))];
  const others = inFolder.filter((path) => !isPageFile(path));
  for (const path of others)
    undone.push({ path, line: null, message: `This file of the folder is no page and was not moved.` });
  return report(plan, undone);
}

/** Links and navigation name pages without their ending, and so do people: a folder or a file of the name comes first. */
function withEndings(move: { from: string; to: string }, paths: readonly string[]): { from: string; to: string } {
  const isThere = paths.some((path) => path === move.from || path.startsWith(`${move.from}/`));
  const from = isThere
    ? move.from
    : (paths.find((path) => PAGE_ENDINGS.some((ending) => path === `${move.from}${ending}`)) ?? move.from);
  const ending = PAGE_ENDINGS.find((one) => paths.includes(from) && from.endsWith(one));
  const hasEnding = /\.[a-z]{1,10}$/i.test(move.to);
  return { from, to: ending === undefined || hasEnding ? move.to : `${move.to}${ending}` };
}

async function moveFile({ from, to }: { from: string; to: string }, { pages }: ToolContext) {
  await pages.move(from, to);
  return { output: { moved: [{ from, to }] }, summary: "moved" };
}

/** Refuses before anything is changed. */
async function requireRoom({ moves, texts }: MovePlan, { workspace }: JobPages): Promise<void> {
  const touched = new Set([...moves.map(({ to }) => to), ...texts.map(({ path }) => path)]);
  for (const { path } of await workspace.changes()) touched.add(path);
  if (touched.size <= MAX_CHANGED) return;
  throw new ToolRefusal(
    `With this move the job would change ${touched.size} files, and the limit is ${MAX_CHANGED}. Move fewer pages, or set \`translations\` to false. Nothing was moved.`,
  );
}

async function movePages({ moves }: MovePlan, pages: JobPages): Promise<void> {
  const done: MovePlan["moves"] = [];
  try {
    for (const move of moves) {
      await pages.move(move.from, move.to);
      done.push(move);
    }
  } catch (error) {
    for (const { from, to } of done.reverse()) await pages.move(to, from);
    throw error;
  }
}

async function writeTexts({ texts, refusable, redirects }: MovePlan, pages: JobPages): Promise<Undone> {
  const undone: Undone = [];
  for (const { path, text, withoutCode } of texts) {
    const refusal = await refusalOf(() => pages.replace(path, text));
    if (refusal === null) continue;
    const second = withoutCode === undefined ? refusal : await refusalOf(() => pages.replace(path, withoutCode));
    if (second === null) {
      undone.push(...refusable.filter((one) => one.path === path));
      // A redirect among them is not there.
      redirects.splice(0, redirects.length, ...redirects.filter((one) => one.path !== path));
    } else undone.push({ path, line: null, message: `The links or entries of this file were not changed: ${second}` });
  }
  return undone;
}

async function refusalOf(write: () => Promise<void>): Promise<string | null> {
  try {
    await write();
    return null;
  } catch (error) {
    if (error instanceof ToolRefusal) return error.message;
    throw error;
  }
}

function report({ moves, links, entries, redirects, texts }: MovePlan, undone: Undone) {
  const changed = texts.map(({ path }) => path);
  const cut = <T>(list: T[]): T[] => list.slice(0, MAX_LISTED);
  const output = {
    moved: cut(moves),
    links: `${plural(links, "link")} changed`,
    navigation: cut(entries.map(({ path, from, to }) => `${path}: ${from || "(new)"} → ${to || "(removed)"}`)),
    redirects: cut(redirects.map(({ path, from, to }) => `${path}: ${from} → ${to}`)),
    changedFiles: cut(changed),
    notDone: cut(undone.map(({ path, line, message }) => `${path}${line === null ? "" : `:${line}`}: ${message}`)),
  };
  const left = undone.length === 0 ? "" : `, ${undone.length} not done`;
  return { output, summary: `${plural(moves.length, "page")} moved, ${plural(links, "link")} changed${left}` };
}
