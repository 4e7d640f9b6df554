import { createHash } from "node:crypto";
import { runBounded } from "../run-bounded.ts";
import type { Preview } from "./preview.ts";
import { renderPreview } from "./render-preview.ts";

type ChangedPage = Parameters<typeof renderPreview>[0];
type Previews = ReturnType<typeof renderPreview>;
type TaskContext = { startItem(name: string | null): void };

/** Pages that took too much, by what they say, with the sentence for people; the oldest leaves first. */
const slow = new Map<string, string>();
const MAX_SLOW = 200;

/** Does what `renderPreview` does in a process with bounds. A page that takes too much is shown as a sentence. */
export async function renderPreviewBounded(
  page: ChangedPage,
  options: { cpuSeconds?: number } = {},
): Promise<Previews> {
  const key = createHash("sha256").update(JSON.stringify(page)).digest("hex");
  const known = slow.get(key);
  if (known !== undefined) return asSentence(page, known);
  try {
    return await runBounded<Previews>({ module: "pull-request/bounded-preview", name: "previewTask" }, page, options);
  } catch (error) {
    // By its name: Next bundles a copy of the class.
    if (!(error instanceof Error) || error.name !== "BoundedError") throw error;
    if (!("reason" in error) || error.reason === "busy") return asSentence(page, error.message);
    const sentence = `The page can't be shown. ${error.message}`;
    slow.set(key, sentence);
    const [oldest = ""] = slow.keys();
    if (slow.size > MAX_SLOW) slow.delete(oldest);
    return asSentence(page, sentence);
  }
}

/** Run by its name. @public */
export async function previewTask(page: ChangedPage, { startItem }: TaskContext): Promise<Previews> {
  startItem(page.path);
  return renderPreview(page);
}

function asSentence({ before, after }: ChangedPage, problem: string): Previews {
  const empty: Preview = { title: null, blocks: [], problem };
  return { before: before === null ? null : empty, after: after === null ? null : empty };
}
