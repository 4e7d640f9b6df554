import type { Workspace } from "@docsteward/git/workspace";
import type { JournalEntry } from "../journal.ts";
import type { AgentPorts } from "../ports.ts";
import { applyEntry, type JournalState } from "../read-journal.ts";
import { describeSite } from "./describe-site.ts";
import { type SiteContext, writeInstructions } from "./write-instructions.ts";

const MAX_GUIDE_CHARACTERS = 20_000;
const GUIDES = ["AGENTS.md", ".docsteward/AGENTS.md", "STYLE_GUIDE.md", "STYLEGUIDE.md", "style-guide.md"];
const TEMPLATES = ["PULL_REQUEST_TEMPLATE.md", "pull_request_template.md"].flatMap((name) => [name, `.github/${name}`]);

/**
 * Writes the instructions of a job once, from the files its first round began with, and journals them. The job's own edits
 * can never change them, nor can a later round.
 */
export async function settleInstructions(
  state: JournalState,
  workspace: Workspace,
  ports: Pick<AgentPorts, "record" | "waitingMessages" | "pageCpuSeconds">,
): Promise<void> {
  if (state.instructions !== null) return;
  const waiting = await ports.waitingMessages();
  const notes = waiting.filter(({ role }) => role === "system").map(({ content }) => content);
  const asked = waiting.flatMap(({ role, content }) => (role === "user" ? [content] : [])).join("\n");
  const text = writeInstructions(await readSiteContext(workspace, asked, ports), notes);
  const entry: JournalEntry = { kind: "instructions", data: { text } };
  await ports.record({ entries: [entry] });
  applyEntry(state, entry);
}

async function readSiteContext(
  { start, docsPath }: Workspace,
  asked: string,
  { pageCpuSeconds }: Pick<AgentPorts, "pageCpuSeconds">,
): Promise<SiteContext> {
  const guides = await start.readMany(guidePaths(docsPath));
  const shortened = guides.map(({ path, text }) => ({ path, text: text.slice(0, MAX_GUIDE_CHARACTERS) }));
  return { docsPath, ...(await describeSite(start, { asked, pageCpuSeconds })), guides: shortened };
}

function guidePaths(docsPath: string): string[] {
  const below = docsPath === "" ? [] : GUIDES.map((name) => `${docsPath}/${name}`);
  return [...GUIDES, ...below, ...TEMPLATES];
}
