import { setGapState } from "@docsteward/services/gap/set-state";
import { makeCommand } from "../make-command.ts";
import { oneOf } from "../one-of.ts";
import { say } from "../output.ts";
import { withProject } from "../with-project.ts";

const STATES = ["dismissed", "done", "open"] as const;
type Options = { as: (typeof STATES)[number]; note?: string };

/** `docsteward gap close`: takes a gap off the list, or puts it back. */
export const gapClose = makeCommand(
  "close",
  "Close or reopen a gap",
  'docsteward gap close acme-docs gap_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --note "Not ours"',
)
  .argument("<project>", "project domain")
  .argument("<id>", "gap id, from `gap list`")
  .option("--as <state>", "dismissed or done; open to reopen it", oneOf(STATES), "dismissed")
  .option("--note <text>", "why")
  .action((domain: string, id: string, { as, note }: Options) =>
    withProject({ domain }, async (ctx) => {
      await setGapState(ctx, { id, state: as, note });
      say(`Gap ${id} is ${as}.`);
    }),
  );
