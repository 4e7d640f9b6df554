import { evaluateGolden } from "@docsteward/services/golden/runs";
import { createCommand } from "../command.ts";
import { type EvalOutcome, readQuestions, runEval } from "../eval/run-eval.ts";
import { parseCount, parseShare, UsageError } from "../options.ts";
import { formatTable, print, printJson, printMessage } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = { domain?: string; limit: number; min?: number; json?: true; answers?: true };

/** `docsteward eval`: whether questions find the pages that answer them. A regression test of a team's own pages. */
export const evaluate = createCommand(
  "eval",
  "Measure search quality with questions whose pages you know",
  "docsteward eval questions.yml --domain acme-docs --min 0.9",
)
  .argument(
    "[file]",
    'YAML or JSON lines of questions, each {"question": "…", "pages": ["/guide/ssr"]}; without one, the golden questions of the project',
  )
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--limit <count>", "pages per search that count, 1 to 50", parseCount(50), 10)
  .option("--min <share>", "exit with code 1 if recall is lower, 0 to 1", parseShare)
  .option("--answers", "also judge the assistant's answers to golden questions, by their citations and by the model")
  .option("--json", "print one JSON object")
  .action(async (file: string | undefined, { domain, limit, min, json, answers }: Options) => {
    if (file === undefined) return evaluateQuestions({ domain, min, json, answers });
    if (answers) throw new UsageError("--answers is for golden questions. Leave out the file.");
    const questions = await readQuestions(file);
    const outcome = await withProject({ domain }, (ctx) => runEval(ctx, questions, limit));
    if (json) printJson(outcome);
    else print(toReport(outcome));
    requireShare(outcome.recall, min, "Recall");
  });

/** Asks the golden questions, and keeps the result. */
async function evaluateQuestions({ domain, min, json, answers }: Omit<Options, "limit">): Promise<void> {
  const { signal } = new AbortController();
  const outcome = await withProject({ domain }, (ctx) => evaluateGolden(ctx, { answers: answers === true, signal }));
  const { asked, found, cited, judged, questions } = outcome;
  if (json) printJson(outcome);
  else {
    const say = (is: boolean | null) => (is === null ? "" : is ? "yes" : "no");
    const rows = questions.map(({ question, expected, isFound, isCited, isRight }) => [
      ...[say(isFound), say(isCited), say(isRight), expected],
      question,
    ]);
    print(formatTable([["FOUND", "CITED", "RIGHT", "EXPECTED", "QUESTION"], ...rows]));
    const share = (name: string, count: number | null) => (count === null ? [] : [`${name} ${count} of ${asked}`]);
    print(`\n${[...share("found", found), ...share("cited", cited), ...share("right", judged)].join("   ")}`);
  }
  requireShare(Math.min(found, cited ?? found, judged ?? found) / asked, min, "The share of golden questions");
}

function requireShare(share: number, min: number | undefined, subject: string): void {
  if (min === undefined || share >= min) return;
  printMessage(`${subject} is ${share.toFixed(3)}. The minimum is ${min}.`);
  process.exitCode = 1;
}

function toReport({ k, recall, ndcg, mrr, questions }: EvalOutcome): string {
  const rows = questions.map(({ rank, question, expected, found }) => [
    rank === null ? "-" : String(rank),
    question.length > 60 ? `${question.slice(0, 59)}…` : question,
    expected.join(", "),
    rank === 1 ? "" : (found[0] ?? "nothing"),
  ]);
  const means = `recall@${k} ${recall.toFixed(3)}   nDCG@${k} ${ndcg.toFixed(3)}   MRR@${k} ${mrr.toFixed(3)}   questions ${questions.length}`;
  return `${formatTable([["RANK", "QUESTION", "EXPECTED", "FIRST FOUND"], ...rows])}\n\n${means}`;
}
