import type { Clock } from "@docsteward/platform/clock";
import type { AgentLimits, LimitUse } from "../ports.ts";
import type { JournalState } from "../read-journal.ts";

const WRAP_UP_SHARE = 0.8;
const GO_ON = "Send a message to let it go on, or split the task.";
const PAY = "Start a new job for the rest, or raise JOB_MAX_COST_USD.";

export type LimitsInput = {
  state: Pick<JournalState, "spent" | "costMicroUsd">;
  limits: AgentLimits;
  /** The month's money of the project and its organization. */
  budget: LimitUse | null;
  clock: Clock;
};

/** The limit that is nearest to its end. */
export function nearestLimit({ state, limits, budget, clock }: LimitsInput): LimitUse {
  const { spent, costMicroUsd } = state;
  const minutes = (clock.now().getTime() - new Date(spent.at).getTime()) / 60_000;
  const uses = [
    { share: spent.modelCalls / limits.maxSteps, name: `${limits.maxSteps} steps`, remedy: GO_ON },
    { share: spent.tokens / limits.maxTokens, name: `${limits.maxTokens.toLocaleString("en")} tokens`, remedy: GO_ON },
    { share: minutes / limits.maxMinutes, name: `${limits.maxMinutes} minutes`, remedy: GO_ON },
    {
      share: costMicroUsd / limits.maxCostMicroUsd,
      name: `$${(limits.maxCostMicroUsd / 1_000_000).toFixed(2)} a job`,
      remedy: PAY,
    },
    ...(budget ? [budget] : []),
  ];
  return uses.reduce((nearest, use) => (use.share > nearest.share ? use : nearest));
}

/** Words to the model when it should come to an end; null while there is room. */
export function wrapUpNotice({ share, name }: LimitUse): string | null {
  if (share < WRAP_UP_SHARE) return null;
  return `You have used ${Math.floor(share * 100)} % of the limit of ${name}. Finish what you have begun, then call finish and say what is left undone.`;
}
