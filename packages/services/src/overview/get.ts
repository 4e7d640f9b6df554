import { type MonthCost, readMonths } from "../budget/read-months.ts";
import type { ServiceContext } from "../context.ts";
import { listJobDetails } from "../job/list-details.ts";
import type { JobDetails } from "../job/present-details.ts";
import { getIndex, type IndexState } from "../site/get-index.ts";
import { countWeek, type WeekDay } from "./count-week.ts";
import { findSteps, type Steps } from "./find-steps.ts";
import { findUnanswered, type UnansweredQuestion } from "./find-unanswered.ts";

export type Overview = {
  /** Where the pages come from. */
  source: { repository: string; ref: string };
  /** What a new project has done of what leads to its first answer and its first pull request. */
  steps: Steps;
  index: IndexState;
  /** The last seven days (UTC), today last. */
  week: WeekDay[];
  latestJobs: JobDetails[];
  /** The newest questions that the pages did not answer, each once. */
  unanswered: UnansweredQuestion[];
  /** What the month has cost so far: the project, then its organization. */
  months: MonthCost[];
};

const LATEST = 5;

/** Tells how a project is doing, for the page that people open first. All queries go out at once. */
export async function getOverview(ctx: ServiceContext): Promise<Overview> {
  const [index, doings, week, { jobs }, unanswered, months] = await Promise.all([
    getIndex(ctx),
    findSteps(ctx),
    countWeek(ctx),
    listJobDetails(ctx, { limit: LATEST, archived: false }),
    findUnanswered(ctx, { limit: LATEST }),
    readMonths(ctx),
  ]);
  const { repository, baseRef: ref } = ctx.project;
  return {
    source: { repository, ref },
    steps: { ...doings, index: index.answers !== null },
    index,
    week,
    latestJobs: jobs,
    unanswered,
    months,
  };
}
