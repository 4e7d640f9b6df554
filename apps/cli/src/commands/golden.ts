import { parseInput } from "@docsteward/contract/input-schema";
import { formatExpected } from "@docsteward/services/golden/check";
import {
  AddGoldenQuestion,
  addGoldenQuestion,
  GoldenQuestionId,
  listGoldenQuestions,
  removeGoldenQuestion,
} from "@docsteward/services/golden/questions";
import { releaseIndex, setGoldenHold } from "@docsteward/services/golden/runs";
import { createCommand } from "../command.ts";
import { oneOf } from "../options.ts";
import { formatTable, print, printJson, printMessage } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = { domain?: string; json?: true };

/** `docsteward golden add`: a question whose page or fact is known. */
export const goldenAdd = createCommand(
  "add",
  "Add a question that each version of the index must find",
  'docsteward golden add "How do I roll back?" --page /guides/rollback --domain acme-docs',
)
  .argument("<question>", "the question, as a reader asks it")
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--page <path>", "page that answers it")
  .option("--fact <text>", "text that a passage must contain")
  .option("--json", "print one JSON object")
  .action((question: string, options: Options & { page?: string; fact?: string }) =>
    withProject(options, async (ctx) => {
      const { page, fact } = options;
      const added = await addGoldenQuestion(ctx, parseInput(AddGoldenQuestion, { question, page, fact }));
      if (options.json) return printJson(added);
      printMessage(`Added ${added.id}: ${formatExpected(added)}.`);
    }),
  );

const STATES = { true: "found", false: "lost", null: "not asked" } as const;

/** `docsteward golden list`: the golden questions, and whether the last version finds them. */
export const goldenList = createCommand(
  "list",
  "List the golden questions of a project",
  "docsteward golden list --domain acme-docs",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--json", "print a JSON array")
  .action((options: Options) =>
    withProject(options, async (ctx) => {
      const questions = await listGoldenQuestions(ctx);
      if (options.json) return printJson(questions);
      if (questions.length === 0) return printMessage("No golden questions yet. Add one with `docsteward golden add`.");
      const rows = questions.map((one) => [one.id, STATES[`${one.isFound}`], formatExpected(one), one.question]);
      print(formatTable([["ID", "STATE", "EXPECTED", "QUESTION"], ...rows]));
    }),
  );

/** `docsteward golden remove`: takes a question away. */
export const goldenRemove = createCommand(
  "remove",
  "Remove a golden question",
  "docsteward golden remove gld_01K2ZQ8D3W5V6X7Y8Z9A0B1C2D --domain acme-docs",
)
  .argument("<id>", "id, from `docsteward golden list`")
  .option("--domain <name>", "project domain (required if there are several)")
  .action((id: string, options: Options) =>
    withProject(options, async (ctx) => {
      await removeGoldenQuestion(ctx, parseInput(GoldenQuestionId, { id }));
      printMessage(`Removed ${id}.`);
    }),
  );

/** `docsteward golden hold`: whether a version that loses a question waits for an owner. */
export const goldenHold = createCommand(
  "hold",
  "Hold versions of the index that lose a golden question, or not",
  "docsteward golden hold on --domain acme-docs",
)
  .argument("<state>", "on or off", oneOf(["on", "off"] as const))
  .option("--domain <name>", "project domain (required if there are several)")
  .action((state: "on" | "off", options: Options) =>
    withProject(options, async (ctx) => {
      await setGoldenHold(ctx, { isOn: state === "on" });
      printMessage(state === "on" ? "Versions that lose a question wait for an owner." : "No version waits.");
    }),
  );

/** `docsteward golden release`: lets the version that waits answer. */
export const goldenRelease = createCommand(
  "release",
  "Release the version of the index that waits",
  "docsteward golden release --domain acme-docs",
)
  .option("--domain <name>", "project domain (required if there are several)")
  .action((options: Options) =>
    withProject(options, async (ctx) => {
      await releaseIndex(ctx);
      printMessage("Released. The commit is being indexed again.");
    }),
  );
