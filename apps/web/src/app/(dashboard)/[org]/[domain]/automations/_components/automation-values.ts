import type { AutomationDefinition } from "@docsteward/contract/automation";
import type { useFormValues } from "#components/form-values.ts";
import { parseLines } from "#components/lines-field.tsx";

/** The state of the form. */
export type AutomationForm = ReturnType<typeof useFormValues<AutomationValues>>;

/** What the form holds: texts as they are typed, and which parts are on. */
export type AutomationValues = {
  name: string;
  prompt: string;
  model: string;
  draft: boolean;
  reviewers: string;
  asksAuthor: boolean;
  labels: string;
  schedule: boolean;
  cron: string;
  scheduleZone: string;
  merge: boolean;
  mergeSource: string;
  mergePaths: string;
  mergeLabels: string;
  pulls: boolean;
  pullsSource: string;
  pullsPaths: string;
  pullsLabels: string;
  push: boolean;
  pushPaths: string;
  gap: boolean;
  gapCount: string;
  gapAge: string;
  webhook: boolean;
  manual: boolean;
  jobsPerDay: string;
  usdPerMonth: string;
  quiet: boolean;
  quietFrom: string;
  quietTo: string;
  quietZone: string;
};

const join = (entries: readonly string[] | undefined) => (entries ?? []).join("\n");

/** The form of an automation; null for a new one. */
export function toValues(definition: AutomationDefinition | null): AutomationValues {
  const { name = "", prompt = "", model = "", draft = false, labels } = definition ?? {};
  const { schedule, merge, pull_request: pulls, push, gap, webhook, manual } = definition?.on ?? {};
  const { reviewer, reviewers = [], asksAuthor = true, caps, quietHours } = definition ?? {};
  return {
    ...{ name, prompt, model, draft, asksAuthor, labels: join(labels) },
    reviewers: join([...new Set([...(reviewer === undefined ? [] : [reviewer]), ...reviewers])]),
    schedule: schedule !== undefined,
    cron: schedule?.cron ?? "0 9 * * 1",
    scheduleZone: schedule?.timeZone ?? "UTC",
    merge: merge !== undefined,
    mergeSource: merge?.source ?? "",
    mergePaths: join(merge?.paths),
    mergeLabels: join(merge?.labels),
    pulls: pulls !== undefined,
    pullsSource: pulls?.source ?? "",
    pullsPaths: join(pulls?.paths),
    pullsLabels: join(pulls?.labels),
    push: push !== undefined,
    pushPaths: join(push?.paths),
    gap: gap !== undefined,
    gapCount: String(gap?.count ?? 3),
    gapAge: String(gap?.age ?? 0),
    webhook: webhook === true,
    manual: manual === true,
    jobsPerDay: caps?.jobsPerDay?.toString() ?? "",
    usdPerMonth: caps?.usdPerMonth?.toString() ?? "",
    quiet: quietHours !== undefined,
    quietFrom: quietHours?.from ?? "22:00",
    quietTo: quietHours?.to ?? "06:00",
    quietZone: quietHours?.timeZone ?? "UTC",
  };
}

/** Labels may have blanks: a line or a comma parts them. */
const parseLabels = (text: string) =>
  text
    .split(/[\n,]/)
    .map((label) => label.trim())
    .filter(Boolean);

/** A number as it is; what is none stays a text, which the schema refuses with its sentence. */
const toNumber = (text: string) => (text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text));

const listOf = (name: string, entries: string[]) => (entries.length === 0 ? {} : { [name]: entries });
const textOf = (name: string, text: string) => (text.trim() === "" ? {} : { [name]: text.trim() });
const numberOf = (name: string, text: string) => (text.trim() === "" ? {} : { [name]: toNumber(text) });

/** The definition that the form describes, right or wrong: the server reads it with the schema of the file. */
export function toDefinition(values: AutomationValues): Record<string, unknown> {
  const reviewers = parseLines(values.reviewers);
  const source = (of: "merge" | "pulls") => ({
    source: values[`${of}Source`],
    ...listOf("paths", parseLines(values[`${of}Paths`])),
    ...listOf("labels", parseLabels(values[`${of}Labels`])),
  });
  const caps = { ...numberOf("jobsPerDay", values.jobsPerDay), ...numberOf("usdPerMonth", values.usdPerMonth) };
  return {
    name: values.name.trim(),
    on: {
      ...(values.schedule && { schedule: { cron: values.cron.trim(), timeZone: values.scheduleZone.trim() } }),
      ...(values.merge && { merge: source("merge") }),
      ...(values.pulls && { pull_request: source("pulls") }),
      ...(values.push && { push: listOf("paths", parseLines(values.pushPaths)) }),
      ...(values.gap && { gap: { count: toNumber(values.gapCount), age: toNumber(values.gapAge) } }),
      ...(values.webhook && { webhook: true }),
      ...(values.manual && { manual: true }),
    },
    prompt: values.prompt,
    ...textOf("model", values.model),
    ...(values.draft && { draft: true }),
    ...(reviewers.length === 1 ? { reviewer: reviewers[0] } : listOf("reviewers", reviewers)),
    ...(!values.asksAuthor && { asksAuthor: false }),
    ...listOf("labels", parseLabels(values.labels)),
    ...(Object.keys(caps).length > 0 && { caps }),
    ...(values.quiet && {
      quietHours: { from: values.quietFrom, to: values.quietTo, timeZone: values.quietZone.trim() },
    }),
  };
}

/** The field that a path of the schema is about; the longest beginning counts. */
const FIELDS: Readonly<Record<string, keyof AutomationValues>> = {
  name: "name",
  prompt: "prompt",
  model: "model",
  reviewer: "reviewers",
  reviewers: "reviewers",
  labels: "labels",
  "on.schedule.cron": "cron",
  "on.schedule.timeZone": "scheduleZone",
  "on.merge.source": "mergeSource",
  "on.merge.paths": "mergePaths",
  "on.merge.labels": "mergeLabels",
  "on.pull_request.source": "pullsSource",
  "on.pull_request.paths": "pullsPaths",
  "on.pull_request.labels": "pullsLabels",
  "on.push.paths": "pushPaths",
  "on.gap.count": "gapCount",
  "on.gap.age": "gapAge",
  "caps.jobsPerDay": "jobsPerDay",
  "caps.usdPerMonth": "usdPerMonth",
  "quietHours.from": "quietFrom",
  "quietHours.to": "quietTo",
  "quietHours.timeZone": "quietZone",
  quietHours: "quietTo",
};

/** The field of the form that a problem is about; `root` for one of the whole. */
export function fieldOf(path: string): keyof AutomationValues | "root" {
  for (let part = path; part !== ""; part = part.slice(0, Math.max(0, part.lastIndexOf(".")))) {
    const field = FIELDS[part];
    if (field !== undefined) return field;
  }
  return "root";
}
