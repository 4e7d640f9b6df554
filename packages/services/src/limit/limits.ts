import type { LimitName } from "@docsteward/contract/limits";
import type { ServiceContext } from "../context.ts";

export type Limit = {
  name: LimitName;
  /** How many in one window. */
  quota: number;
  windowSeconds: number;
  /** Names who shares the count. */
  key: string;
  /** For the sentence of a refusal. */
  what: string;
};

export function limitOf({ limits, project }: ServiceContext, name: LimitName): Limit {
  switch (name) {
    case "agent-hour":
      return {
        name,
        quota: limits.agentPerHour,
        windowSeconds: 3_600,
        key: `agent-hour:${project.id}`,
        what: "agent jobs and messages an hour of this project",
      };
  }
}
