import type { ProjectContext } from "@docsteward/services/context";
import { requestIndex } from "@docsteward/services/site/index-request";
import { followIndexState, getIndexState, type IndexState } from "@docsteward/services/site/index-state";
import { createCommand } from "../command.ts";
import { print, printJson, printMessage, stripControlCharacters } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = { wait?: true; status?: true; json?: true };

/** `docsteward index`: brings a site's index up to date with its base ref; a worker does the work. */
export const indexSite = createCommand(
  "index",
  "Index a site's changed pages for search",
  "docsteward index acme-docs --wait",
)
  .argument("[project]", "project domain (required if there are several)")
  .option("--wait", "follow the run until it ends (exit code 1 if it fails)")
  .option("--status", "only print the index status")
  .option("--json", "print the status as one JSON object; with --wait, one per change")
  .action((domain: string | undefined, { wait, status, json }: Options) =>
    withProject({ domain }, async (ctx) => {
      const tell = json ? printJson : (state: IndexState) => print(toLine(state));
      if (!status) await requestIndex(ctx);
      if (!wait) return tell(await getIndexState(ctx));
      await waitForRest(ctx, tell);
    }),
  );

async function waitForRest(ctx: ProjectContext, tell: (state: IndexState) => void): Promise<void> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  process.once("SIGINT", leave).once("SIGTERM", leave);
  const hint = setTimeout(() => printMessage("Still waiting for a worker. Is the service running?"), 10_000);
  let last: IndexState | null = null;
  for await (const state of followIndexState(ctx, { signal: leaving.signal })) {
    if (state.status !== "waiting") clearTimeout(hint);
    tell(state);
    last = state;
  }
  clearTimeout(hint);
  process.off("SIGINT", leave).off("SIGTERM", leave);
  process.exitCode = leaving.signal.aborted ? 130 : last?.status === "failed" ? 1 : 0;
}

function toLine({ status, progress, failure, answers, skipped }: IndexState): string {
  const served = answers ? `indexed pages: ${answers.pages}, at ${answers.commit.slice(0, 8)}` : "no pages indexed yet";
  if (progress === null) {
    const line = failure === null ? `${status}: ${served}` : `${status}: ${failure} (${served})`;
    return [line, ...skippedLines(skipped)].join("\n");
  }
  const { phase, pagesDone, pagesTotal } = progress;
  return phase === "waiting"
    ? `waiting for a worker; ${served}`
    : `${phase}${pagesTotal > 0 ? ` ${pagesDone} of ${pagesTotal} pages` : ""}`;
}

function skippedLines({ count, pages }: IndexState["skipped"]): string[] {
  if (count === 0) return [];
  const more = count - pages.length;
  return [
    `${count} ${count === 1 ? "page was" : "pages were"} skipped:`,
    ...pages.map(({ path, reason }) => `  ${stripControlCharacters(path)} ${reason}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
