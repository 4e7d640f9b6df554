import { createCommand } from "../command.ts";
import { readQuestions } from "../eval/read-questions.ts";
import { type EvalOutcome, runEval } from "../eval/run-eval.ts";
import { parseCount, parseShare } from "../options.ts";
import { formatTable, print, printJson, printMessage } from "../output.ts";
import { withProject } from "../with-services.ts";

type Options = { domain?: string; limit: number; min?: number; json?: true };

/** `docsteward eval`: whether questions find the pages that answer them. A regression test of a team's own pages. */
export const evaluate = createCommand(
  "eval",
  "Measure search quality with questions whose pages you know",
  "docsteward eval questions.yml --domain acme-docs --min 0.9",
)
  .argument("<file>", 'YAML or JSON lines of questions, each {"question": "…", "pages": ["/guide/ssr"]}')
  .option("--domain <name>", "project domain (required if there are several)")
  .option("--limit <count>", "pages per search that count, 1 to 50", parseCount(50), 10)
  .option("--min <share>", "exit with code 1 if recall is lower, 0 to 1", parseShare)
  .option("--json", "print one JSON object")
  .action(async (file: string, { domain, limit, min, json }: Options) => {
    const questions = await readQuestions(file);
    const outcome = await withProject({ domain }, (ctx) => runEval(ctx, questions, limit));
    if (json) printJson(outcome);
    else print(toReport(outcome));
    if (min === undefined || outcome.recall >= min) return;
    printMessage(`Recall is ${outcome.recall.toFixed(3)}. The minimum is ${min}.`);
    process.exitCode = 1;
  });

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
