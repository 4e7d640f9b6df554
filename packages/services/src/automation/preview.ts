import { AutomationDefinition, nextTime } from "@docsteward/contract/automation";
import { formatAutomation } from "@docsteward/contract/automation-yaml";
import { formatZodIssue } from "@docsteward/contract/input-schema";
import { explainGlob } from "@docsteward/platform/glob";
import type { ProjectContext } from "../context.ts";
import { listModelNames } from "../model-provider/settings.ts";

/** What a definition would be, before it is stored. */
export type AutomationPreview = {
  /** What is wrong with it, by the field's path, such as `on.schedule.cron`; the first of each field. */
  problems: { path: string; message: string }[];
  /** As the file has it; null while something is wrong. */
  yaml: string | null;
  /** The next times of its schedule. */
  times: string[];
};

const SHOWN_TIMES = 3;

/** Reads a definition as the file and the API do, and says what it means. */
export function previewAutomation(ctx: ProjectContext, definition: unknown): AutomationPreview {
  const error = (issue: Parameters<typeof formatZodIssue>[0]) => formatZodIssue(issue, "The automation");
  const parsed = AutomationDefinition.safeParse(definition, { error });
  const problems = new Map<string, string>();
  for (const { path, message } of parsed.error?.issues ?? [])
    if (!problems.has(path.join("."))) problems.set(path.join("."), message);
  const { on } = parsed.data ?? {};
  for (const trigger of ["merge", "pull_request", "push"] as const)
    for (const path of on?.[trigger]?.paths ?? []) {
      const message = explainGlob(path);
      if (message !== null) problems.set(`on.${trigger}.paths`, message);
    }
  const times: string[] = [];
  let at = ctx.clock.now();
  while (on?.schedule && times.length < SHOWN_TIMES) {
    const next = nextTime(on.schedule, at);
    if (next === null) break;
    times.push(next.toISOString());
    at = next;
  }
  const isRight = parsed.data !== undefined && problems.size === 0;
  return {
    problems: [...problems].map(([path, message]) => ({ path, message })),
    yaml: isRight ? formatAutomation(parsed.data) : null,
    times,
  };
}

/** What an automation can be made with: the project's sources and models. */
export async function listAutomationChoices(ctx: ProjectContext) {
  const { db, project } = ctx;
  const where = { projectId: project.id };
  const [sources, { names: models }] = await Promise.all([
    db.source.findMany({ where, select: { name: true, host: true }, orderBy: { name: "asc" } }),
    listModelNames(ctx),
  ]);
  return { sources: sources.map(({ name, host }) => ({ name, isAtGitHub: host === "github" })), models };
}
