import { checkSiteBounded } from "@docsteward/docs/checks/bounded-checks";
import type { CheckReport } from "@docsteward/docs/checks/check-site";
import type { Finding } from "@docsteward/docs/checks/finding";
import { refusePath } from "@docsteward/git/rules/path-rules";
import type { Workspace } from "@docsteward/git/workspace";

/** What was found last in a workspace, and for which changes. */
const found = new WeakMap<Workspace, { of: string; result: CheckReport }>();
const NOTHING: CheckReport = { errors: [], warnings: [], notes: [], counts: { pages: 0, links: 0, unknownLinks: 0 } };

/**
 * Checks what the job's branch changes against its base: this round and the earlier ones, so that what one has left does not
 * vanish from a later report. An agent checks, finishes and is checked once more before the push: what has not changed in
 * between is found once.
 *
 * @throws BoundedError with a sentence for people, when something else than a page takes too much to read
 */
export async function checkChanges(
  workspace: Workspace,
  { pageCpuSeconds }: { pageCpuSeconds: number },
): Promise<CheckReport> {
  const changes = await workspace.changes();
  if (changes.length === 0) return NOTHING;
  const of = JSON.stringify(changes);
  const last = found.get(workspace);
  if (last?.of === of) return last.result;
  const result = await checkSiteBounded(
    {
      reader: workspace,
      base: workspace.branch?.files ?? workspace.start,
      changes: sinceBase(changes, workspace.branch?.changes ?? []),
    },
    { cpuSeconds: pageCpuSeconds },
  );
  found.set(workspace, { of, result });
  return result;
}

type Change = { path: string; from?: string };

/** Adds the changes of a round to those of earlier ones: a page that two rounds moved comes from where the first one took it. */
function sinceBase(changes: readonly Change[], earlier: readonly Change[]): Change[] {
  const all = new Map(earlier.map(({ path, from }) => [path, from]));
  for (const { path, from } of changes) {
    const origin = from === undefined ? all.get(path) : (all.get(from) ?? from);
    if (from !== undefined) all.set(from, undefined);
    all.set(path, origin);
  }
  return [...all].map(([path, from]) => (from === undefined ? { path } : { path, from }));
}

/** Whether a finding asks the model what only the prompt can answer. People do not get those. */
export const isQuestion = ({ rule }: Pick<Finding, "rule">) => rule === "changed-code";

/**
 * Whether the model can repair a finding. One in a file that no job may write, such as a navigation that is code, is for people: the
 * pull request lists it.
 */
export const isRepairable = ({ path }: Pick<Finding, "path">, { docsPath }: Pick<Workspace, "docsPath">) =>
  refusePath(path, { docsPath }) === null;
