import { isPageFile } from "@docsteward/contract/docs-files";
import { docsMap } from "@docsteward/docs/docs-map";
import { findNear } from "@docsteward/docs/find-near";
import { readSite } from "@docsteward/docs/read-site";
import type { Snapshot, Workspace } from "@docsteward/git/workspace";
import type { JournalEntry } from "../journal.ts";
import type { AgentPorts } from "../ports.ts";
import { applyEntry, type JournalState } from "../read-journal.ts";
import { countComponents } from "./count-components.ts";
import { type SiteContext, writeInstructions } from "./write-instructions.ts";

const MAX_MAPPED_PAGES = 500;
const MAX_FOLDERS = 200;
const MAX_DEPTH = 3;
const MAX_NEAR_PAGES = 40;
const MAX_GUIDE_CHARACTERS = 20_000;
const MAX_COMPONENTS = 40;
const GUIDES = ["AGENTS.md", ".docsteward/AGENTS.md", "STYLE_GUIDE.md", "STYLEGUIDE.md", "style-guide.md"];
const TEMPLATES = ["PULL_REQUEST_TEMPLATE.md", "pull_request_template.md"].flatMap((name) => [name, `.github/${name}`]);

/**
 * Writes the instructions of a job once, from the files its first round began with, and journals them. The job's own edits
 * can never change them, nor can a later round.
 */
export async function settleInstructions(
  state: JournalState,
  workspace: Workspace,
  ports: Pick<AgentPorts, "record" | "waitingMessages">,
): Promise<void> {
  if (state.instructions !== null) return;
  const waiting = await ports.waitingMessages();
  const notes = waiting.filter(({ role }) => role === "system").map(({ content }) => content);
  const asked = waiting.flatMap(({ role, content }) => (role === "user" ? [content] : [])).join("\n");
  const text = writeInstructions(await readSiteContext(workspace, asked), notes);
  const entry: JournalEntry = { kind: "instructions", data: { text } };
  await ports.record({ entries: [entry] });
  applyEntry(state, entry);
}

async function readSiteContext({ start, docsPath }: Workspace, asked: string): Promise<SiteContext> {
  const guides = await start.readMany(guidePaths(docsPath));
  const shortened = guides.map(({ path, text }) => ({ path, text: text.slice(0, MAX_GUIDE_CHARACTERS) }));
  return { docsPath, ...(await describeSite(start, asked)), guides: shortened };
}

function guidePaths(docsPath: string): string[] {
  const below = docsPath === "" ? [] : GUIDES.map((name) => `${docsPath}/${name}`);
  return [...GUIDES, ...below, ...TEMPLATES];
}

/** A map of every page where that is affordable; for a large site its folders and the paths that come near: no page is read. */
async function describeSite(start: Snapshot, asked: string): Promise<{ dialect: string; map: string }> {
  const pages = (await start.paths()).filter(isPageFile);
  if (pages.length > MAX_MAPPED_PAGES) return { dialect: "a large site", map: mapFolders(pages, asked) };
  // Without assets: what is told here needs no more than the pages, and the model waits for it.
  const { paths, read, readMany } = start;
  const site = await readSite({ paths, read, readMany });
  const components = countComponents(await start.readMany(pages)).slice(0, MAX_COMPONENTS);
  const inventory = components.map(([name, uses]) => `${name} ${uses}`).join(", ");
  const parts = [
    `Pages (path — title: description)\n${docsMap(site, { near: asked })}`,
    ...(inventory === "" ? [] : [`Components these pages use, and how often; use no others\n${inventory}`]),
  ];
  return { dialect: site.dialect, map: parts.join("\n\n") };
}

/** The first three folders of a path; a site has thousands of pages, and this is done for each. */
function folderOf(page: string): string {
  let end = 0;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next = page.indexOf("/", end === 0 ? 0 : end + 1);
    if (next < 0) break;
    end = next;
  }
  return page.slice(0, end) || ".";
}

function mapFolders(pages: readonly string[], asked: string): string {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const folder = folderOf(page);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const folders = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = folders.slice(0, MAX_FOLDERS).map(([folder, count]) => `${folder}/ — ${count} pages`);
  const rest = folders.length - lines.length;
  const near = findNear(pages, (path) => path, asked).slice(0, MAX_NEAR_PAGES);
  const more = rest > 0 ? [`… and ${rest} more folders`] : [];
  return [
    `${pages.length} pages, too many to name here: find them with search, glob and grep.`,
    ...lines,
    ...more,
    ...(near.length > 0 ? ["Pages whose paths come nearest to the request", ...near] : []),
  ].join("\n");
}
