import type { JSONObject } from "@ai-sdk/provider";
import { addSection } from "./instructions/add-section.ts";
import { createPage } from "./instructions/create-page.ts";
import { deletePage } from "./instructions/delete-page.ts";
import { fixTypo } from "./instructions/fix-typo.ts";
import { movePage } from "./instructions/move-page.ts";
import type { Outcome } from "./instructions/outcome.ts";
import { replace } from "./instructions/replace.ts";
import type { Instruction } from "./parse/instruction.ts";
import { parsePrompt } from "./parse/parse-prompt.ts";
import { type Procedure, request } from "./procedure.ts";
import { openSite, type Site } from "./site.ts";

/** What came of the instructions of one message. `unknown` holds what was not understood, in the person's words. */
export type InstructionResults = { outcomes: Outcome[]; unknown: string[]; todos: Todo[] };

type Todo = {
  id: string;
  content: string;
  status: "pending" | "in_progress" | "completed" | "cancelled";
  priority: "medium";
};

/**
 * Carries out the instructions of one message, in their order, and keeps the todos up to date meanwhile.
 *
 * @param earlier todos of the messages before it, which stay on the list
 */
export function* runInstructions(text: string, earlier: readonly Todo[]): Procedure<InstructionResults> {
  const parsed = parsePrompt(text);
  const instructions = parsed.filter((instruction) => instruction.kind !== "unknown");
  const unknown = parsed.filter(({ kind }) => kind === "unknown").map(({ source }) => source);
  if (instructions.length === 0) return { outcomes: [], unknown, todos: [...earlier] };

  const statuses: Todo["status"][] = instructions.map(() => "pending");
  const todos = (): Todo[] => [
    ...earlier,
    ...instructions.map(({ source }, index) => ({
      id: String(earlier.length + index + 1),
      content: shorten(source, 200),
      status: statuses[index] ?? "pending",
      priority: "medium" as const,
    })),
  ];
  statuses[0] = "in_progress";
  yield* writeTodos(todos(), planSentence(instructions.length, unknown.length));
  const site = yield* openSite();
  const outcomes: Outcome[] = [];
  for (const [index, instruction] of instructions.entries()) {
    const outcome = yield* carryOutOne(instruction, site);
    outcomes.push(outcome);
    statuses[index] = outcome.status === "unclear" ? "cancelled" : "completed";
    if (index + 1 < instructions.length) statuses[index + 1] = "in_progress";
    yield* writeTodos(todos(), shorten(outcome.lines[0] ?? "", 300));
  }
  return { outcomes, unknown, todos: todos() };
}

function* carryOutOne(instruction: Instruction, site: Site): Procedure<Outcome> {
  switch (instruction.kind) {
    case "replace":
      return yield* replace(instruction, site);
    case "create-page":
      return yield* createPage(instruction, site);
    case "add-section":
      return yield* addSection(instruction, site);
    case "move-page":
      return yield* movePage(instruction, site);
    case "delete-page":
      return yield* deletePage(instruction, site);
    case "fix-typo":
      return yield* fixTypo(instruction, site);
    case "unknown":
      return { status: "unclear", title: "Answer", lines: [] };
  }
}

function* writeTodos(todos: readonly Todo[], say: string): Procedure<void> {
  yield* request("todo_write", { todos: todos as unknown as JSONObject[] }, say);
}

function planSentence(known: number, unknown: number): string {
  const plan = known === 1 ? "One task." : `${known} tasks, in order.`;
  return unknown > 0 ? `${plan} The offline model doesn't understand part of the message.` : plan;
}

function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}
