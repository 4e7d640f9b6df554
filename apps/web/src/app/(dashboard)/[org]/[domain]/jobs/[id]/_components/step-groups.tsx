import { formatCost, type ModelPrice, measureCall, toUsd } from "@docsteward/platform/money";
import { formatDuration } from "@docsteward/ui/time";
import type { TimelineItem } from "./to-timeline.ts";

export type ToolItem = TimelineItem & { kind: "tool" };

/** Tool calls right after each other that did the same kind of thing, as one row. */
export type StepGroup = { kind: "group"; id: number; label: string; calls: ToolItem[] };

/** What each tool does, for a count of calls or of files. Others are counted under their names. */
const VERBS: Record<string, { kind: "look" | "change"; say: (count: number, files: number) => string }> = {
  read: { kind: "look", say: (_, files) => `Read ${files === 1 ? "1 file" : `${files} files`}` },
  search: { kind: "look", say: (count) => `Searched ${times(count)}` },
  glob: { kind: "look", say: (count) => `Listed files ${times(count)}` },
  list: { kind: "look", say: (count) => `Listed folders ${times(count)}` },
  diff: { kind: "look", say: (count) => `Compared changes ${times(count)}` },
  edit: { kind: "change", say: (_, files) => `Edited ${files === 1 ? "1 file" : `${files} files`}` },
  write: { kind: "change", say: (_, files) => `Wrote ${files === 1 ? "1 file" : `${files} files`}` },
  move: { kind: "change", say: (count) => `Moved ${count === 1 ? "1 file" : `${count} files`}` },
  delete: { kind: "change", say: (count) => `Deleted ${count === 1 ? "1 file" : `${count} files`}` },
};

/** Tools that do what another one does, in another way. */
const SAME: Record<string, string> = { grep: "search", multi_edit: "edit" };

const times = (count: number) => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);

/** Puts neighbouring tool calls of one kind together: looking, changing, or the same other tool. A single call stays a row. */
export function groupSteps(items: readonly TimelineItem[]): (TimelineItem | StepGroup)[] {
  const rows: (TimelineItem | StepGroup)[] = [];
  let open: ToolItem[] = [];
  const close = () => {
    const [first] = open;
    if (first)
      rows.push(open.length === 1 ? first : { kind: "group", id: first.id, label: toLabel(open), calls: open });
    open = [];
  };
  for (const item of items) {
    const [first] = open;
    if (item.kind !== "tool" || (first && kindOf(first) !== kindOf(item))) close();
    if (item.kind === "tool") open.push(item);
    else rows.push(item);
  }
  close();
  return rows;
}

const nameOf = ({ name }: ToolItem) => (Object.hasOwn(SAME, name) ? (SAME[name] ?? name) : name);
const verbOf = (name: string) => (Object.hasOwn(VERBS, name) ? VERBS[name] : undefined);
const kindOf = (call: ToolItem) => verbOf(nameOf(call))?.kind ?? call.name;

function toLabel(calls: readonly ToolItem[]): string {
  const byName = Map.groupBy(calls, nameOf);
  const parts = [...byName].map(([name, all]) => {
    const done = all.filter(({ result }) => result?.isError !== true);
    // A refused edit changed nothing: it is counted only where nothing else was done.
    const own = done.length === 0 ? all : done;
    const files = new Set(own.map(({ input, id }) => pathOf(input) ?? id)).size;
    const label = verbOf(name)?.say(own.length, files) ?? `${own[0]?.summary ?? name}, ${times(own.length)}`;
    return done.length === 0 ? `${label} (refused)` : label;
  });
  const [first = "", ...rest] = new Set(parts);
  return [first, ...rest.map((part) => part.charAt(0).toLowerCase() + part.slice(1))].join(", ");
}

function pathOf(input: unknown): string | null {
  const path = typeof input === "object" && input !== null && "path" in input ? input.path : null;
  return typeof path === "string" ? path : null;
}

/** What some steps took: the model's time and the tools', and what the model's answers cost where its price is known. */
export function StepCost({ calls, price }: { calls: readonly ToolItem[]; price: ModelPrice | null }) {
  const steps = calls.flatMap(({ step }) => step ?? []);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const modelMs = sum(steps.map(({ durationMs }) => durationMs));
  const toolMs = sum(calls.map(({ result }) => result?.durationMs ?? 0));
  const costs = steps.map(({ inputTokens, cachedInputTokens, outputTokens }) => {
    const inputTokenDetails = { cacheReadTokens: cachedInputTokens };
    return measureCall({ inputTokens, inputTokenDetails, outputTokens }, price).costMicroUsd;
  });
  const inputTokens = sum(steps.map((step) => step.inputTokens));
  const outputTokens = sum(steps.map((step) => step.outputTokens));
  const tokens = `${inputTokens.toLocaleString("en")} tokens in, ${outputTokens.toLocaleString("en")} out`;
  const parts = [
    `Model ${formatDuration(modelMs)}`,
    `tools ${formatDuration(toolMs)}`,
    ...(inputTokens > 0 ? [tokens] : []),
  ];
  return (
    <span title={parts.join(", ")} className="shrink-0 text-muted-foreground text-xs tabular-nums">
      {formatDuration(modelMs + toolMs)}
      {price !== null && steps.length > 0 && ` · ${formatCost(toUsd(sum(costs)))}`}
    </span>
  );
}
