import { z } from "zod";
import { checkChanges, isQuestion, isRepairable } from "../workspace/check-changes.ts";
import { findUnknownNames, type UnknownName } from "../workspace/unknown-names.ts";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";

const MAX_CHARACTERS = 60_000;

export const diffTool = defineTool({
  name: "diff",
  description:
    "Returns your changes of this round so far as a unified diff: since the last `finish`, or since the job began.",
  input: z.object({}),
  mutates: false,
  announce: () => "Review the changes",
  async run(_, { pages }) {
    const changes = await pages.workspace.changes();
    const files = changes.map(({ path, status, additions, deletions }) => ({ path, status, additions, deletions }));
    const patch = changes.map((change) => change.patch).join("");
    return {
      output: { files, patch: patch.slice(0, MAX_CHARACTERS), isCut: patch.length > MAX_CHARACTERS },
      summary: changes.length === 0 ? "nothing changed" : `${plural(files.length, "file")} changed`,
    };
  },
});

export const validateTool = defineTool({
  name: "validate",
  description:
    "Checks the site after your changes against the base: syntax, front matter, links, anchors and navigation entries. `checked` counts the pages that you changed or that refer to these. Fix all `errors` before you call `finish`. `errorsForPeople` are in files that you can't write: name them in your summary, with the text to write. `questions` are for you alone: change the page where the answer is no.",
  input: z.object({}),
  mutates: false,
  announce: () => "Check the changes",
  async run(_, { pages, pageCpuSeconds, prompts }) {
    const report = await checkChanges(pages.workspace, { pageCpuSeconds });
    const { warnings: found } = report;
    const errors = report.errors.filter((error) => isRepairable(error, pages.workspace));
    const errorsForPeople = report.errors.filter((error) => !isRepairable(error, pages.workspace));
    const warnings = found.filter((finding) => !isQuestion(finding));
    const questions = [
      ...found.filter(isQuestion).map(({ path, message }) => `${path}: ${message}`),
      ...(await findUnknownNames(pages.workspace, prompts(), pages.sources)).slice(0, MAX_QUESTIONS).map(askForSource),
    ];
    return {
      output: {
        checked: `${plural(report.counts.pages, "page")}, ${plural(report.counts.links, "link")}`,
        errors,
        ...(errorsForPeople.length > 0 && { errorsForPeople }),
        warnings,
        ...(questions.length > 0 && { questions }),
      },
      summary:
        report.errors.length + warnings.length === 0
          ? "no problems"
          : `${plural(report.errors.length, "error")}, ${plural(warnings.length, "warning")}`,
    };
  },
});

const MAX_QUESTIONS = 20;

function askForSource({ name, value, path, line }: UnknownName): string {
  const what = value === undefined ? name : `The default ${value} of ${name}`;
  return `${path}: ${what} on line ${line} is neither in the request, nor on a page of the base, nor in a source: are you sure of it?`;
}
