import type { PlayedJob } from "../play-job.ts";
import type { JobRecord } from "../read-records.ts";
import type { ModelCall } from "../start-model.ts";

export const FINDING_KINDS = ["lost", "doubled", "reordered", "wedged", "wrong files"] as const;

export type FindingKind = (typeof FINDING_KINDS)[number];

/** A promise that was broken: to which job (null when that is not known), and how, in a sentence. */
export type Finding = { kind: FindingKind; job: string | null; text: string };

/** Everything known about one job of the plan. */
export type JobFacts = {
  played: PlayedJob;
  /** Rows whose prompt is this job's: one, when all went well. */
  records: JobRecord[];
  calls: ModelCall[];
};

/** Rows of the job that its caller was told about. */
export function recordOf({ played, records }: JobFacts): JobRecord | undefined {
  return records.find(({ id }) => id === played.id);
}

/** The messages in the order in which they entered the conversation. */
export function conversationOf({ steps }: JobRecord): string[] {
  return steps.flatMap(({ kind, data }) =>
    kind === "messages" ? (data.messages ?? []).map(({ content }) => content) : [],
  );
}

/** The items that come more than once, each once. */
export function repeated<T>(items: readonly T[]): T[] {
  return [...new Set(items.filter((item, index) => items.indexOf(item) !== index))];
}
