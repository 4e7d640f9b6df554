import type { Clock } from "@docsteward/platform/clock";
import { type AgentLimits, JobFailure, type LimitUse } from "../ports.ts";
import type { JournalState } from "../read-journal.ts";
import { plural } from "../tools/plural.ts";

const WRAP_UP_SHARE = 0.8;
const GO_ON = "Send a message to continue, or split the task.";
const PAY = "Start a new job for the rest, or raise this limit (JOB_MAX_COST_USD, or `docsteward limit job`).";

export type LimitsInput = {
  state: Pick<JournalState, "spent" | "costMicroUsd">;
  limits: AgentLimits;
  /** The month's money of the project and its organization. */
  budget: LimitUse | null;
  clock: Clock;
};

/** What is left of the time the agent has since a person last spoke. */
export function timeLeftMs({ state, limits, clock }: Omit<LimitsInput, "budget">): number {
  const spentMs = clock.now().getTime() - new Date(state.spent.at).getTime();
  return Math.max(0, limits.maxMinutes * 60_000 - spentMs);
}

/** The limit that is nearest to its end. */
export function nearestLimit({ state, limits, budget, clock }: LimitsInput): LimitUse {
  const { spent, costMicroUsd } = state;
  const timeLeft = timeLeftMs({ state, limits, clock }) / (limits.maxMinutes * 60_000);
  const uses = [
    { share: spent.modelCalls / limits.maxSteps, name: plural(limits.maxSteps, "step"), remedy: GO_ON },
    { share: spent.tokens / limits.maxTokens, name: `${limits.maxTokens.toLocaleString("en")} tokens`, remedy: GO_ON },
    { share: 1 - timeLeft, name: nameOfTime(limits), remedy: GO_ON },
    {
      share: costMicroUsd / limits.maxCostMicroUsd,
      name: `$${(limits.maxCostMicroUsd / 1_000_000).toFixed(2)} per job`,
      remedy: PAY,
    },
    ...(budget ? [budget] : []),
  ];
  return uses.reduce((nearest, use) => (use.share > nearest.share ? use : nearest));
}

/** Ends the job because a limit is used up. */
export function limitReached({ name, remedy }: Pick<LimitUse, "name" | "remedy">): JobFailure {
  return new JobFailure("limit_reached", `The agent reached its limit of ${name} before it finished. ${remedy}`);
}

/** The same for its time. */
export function timeIsUp(limits: AgentLimits): JobFailure {
  return limitReached({ name: nameOfTime(limits), remedy: GO_ON });
}

const nameOfTime = ({ maxMinutes }: AgentLimits) => plural(maxMinutes, "minute");

/** Words to the model when it should come to an end; null while there is room. */
export function wrapUpNotice({ share, name }: LimitUse): string | null {
  if (share < WRAP_UP_SHARE) return null;
  return `You have used ${Math.floor(share * 100)} % of the limit of ${name}. Complete what you have started, then call finish and list what is not done.`;
}
