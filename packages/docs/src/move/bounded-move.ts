import { fileURLToPath } from "node:url";
import { runOnSite, type SiteRunOptions } from "../bounded/run-on-site.ts";
import { siteTask } from "../bounded/site-task.ts";
import type { DocsReader } from "../docs-reader.ts";
import type { MovePlan } from "./move-plan.ts";
import type { MoveRequest } from "./plan-move.ts";

const TASK = { module: fileURLToPath(import.meta.url), name: "planMoveTask" };

/** Run by its name. @public */
export const planMoveTask = siteTask(async (request: MoveRequest, { reader }) => {
  const [site, base] = [reader("site"), reader("base")];
  if (site === null || base === null) throw new Error("A move needs two readers.");
  // Only the process with bounds loads what reads pages.
  const { planMove } = await import("./plan-move.ts");
  return planMove({ reader: site, base }, request);
});

/**
 * Does what `planMove` does in a process with bounds. Links of pages that take too much are not changed, and are named.
 *
 * @throws BoundedError with a sentence for people
 */
export async function planMoveBounded(
  { site, base }: { site: DocsReader; base: DocsReader },
  request: MoveRequest,
  options: SiteRunOptions,
): Promise<MovePlan> {
  const { output, skipped } = await runOnSite<MovePlan>(
    TASK,
    { readers: { site, base }, fixed: ["base"], input: request },
    options,
  );
  const left = skipped.map(({ path, reason }) => ({
    path,
    line: null,
    message: `The page ${reason} to read, so its links were not checked.`,
  }));
  return { ...output, undone: [...output.undone, ...left] };
}
