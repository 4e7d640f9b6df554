import type { Clock } from "@docsteward/platform/clock";
import { formatCostLimit, toUsd } from "@docsteward/platform/money";
import type { FinishedCall, JournalState } from "../journal-state.ts";
import { type AgentLimits, JobFailure, type LimitUse } from "../ports.ts";
import { plural } from "../tools/plural.ts";

const WRAP_UP_SHARE = 0.8;
const CONTINUE_HINT = "Send a message to continue, or split the task.";
const BUDGET_HINT = "Start a new job for the rest, or raise the cost per job under Settings > Limits and budgets.";

type LimitsInput = {
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
    { share: spent.modelCalls / limits.maxSteps, name: plural(limits.maxSteps, "step"), remedy: CONTINUE_HINT },
    {
      share: spent.tokens / limits.maxTokens,
      name: `${limits.maxTokens.toLocaleString("en")} tokens`,
      remedy: CONTINUE_HINT,
    },
    { share: 1 - timeLeft, name: nameOfTime(limits), remedy: CONTINUE_HINT },
    {
      share: costMicroUsd / limits.maxCostMicroUsd,
      name: `${formatCostLimit(toUsd(limits.maxCostMicroUsd))} per job`,
      remedy: BUDGET_HINT,
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
export function timeLimitReached(limits: AgentLimits): JobFailure {
  return limitReached({ name: nameOfTime(limits), remedy: CONTINUE_HINT });
}

const nameOfTime = ({ maxMinutes }: AgentLimits) => plural(maxMinutes, "minute");

/** Words to the model when it should come to an end; null while there is room. */
export function wrapUpNotice({ share, name }: LimitUse): string | null {
  if (share < WRAP_UP_SHARE) return null;
  return `You have used ${Math.floor(share * 100)} % of the limit of ${name}. Complete what you have started, then call finish and list what is not done.`;
}

const SAME_RESULT = 4;
const SAME_ERROR = 3;
const PING_PONG = 6;

/**
 * Says why an agent that repeats itself is stuck, or null when it is getting on.
 *
 * Stuck is: the same call with the same result four times running, the same error three times running, or two calls in turn
 * for six steps.
 */
export function detectStuck(calls: readonly FinishedCall[]): string | null {
  const recent = calls.slice(-PING_PONG);
  const keys = recent.map(({ call, entry }) => JSON.stringify([call.toolName, call.input, entry.output]));
  if (isRepeated(keys, SAME_RESULT))
    return `made the same ${calls.at(-1)?.call.toolName} call ${SAME_RESULT} times with the same result`;

  const errors = recent.map(({ call, entry }) =>
    entry.isError ? JSON.stringify([call.toolName, entry.output]) : null,
  );
  if (errors.at(-1) !== null && isRepeated(errors, SAME_ERROR)) return `got the same error ${SAME_ERROR} times`;

  const tail = keys.slice(-PING_PONG);
  const alternates = tail.length === PING_PONG && tail.every((key, index) => key === tail[index % 2]);
  return alternates ? `alternated between the same two calls for ${PING_PONG} steps` : null;
}

function isRepeated(keys: readonly (string | null)[], times: number): boolean {
  const tail = keys.slice(-times);
  return tail.length === times && tail.every((key) => key === tail[0]);
}
