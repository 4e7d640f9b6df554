import { expect, test } from "vitest";
import { editsOf, expectedPages, makeSitePages, planJobs } from "./plan-jobs.ts";
import { nextTurn } from "./scripted-model.ts";

type Block = Record<string, unknown>;
type Message = { role: string; content: Block[] };

const said = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });

/** Lets the model talk until it finishes, as the agent does. @returns the answers, each as the tool calls it holds */
function talk(messages: Message[]) {
  const answers: { id?: string; name: string; input: unknown }[][] = [];
  for (;;) {
    const calls = nextTurn({ body: { messages } })?.turn.toolCalls ?? [];
    answers.push(calls);
    messages.push({ role: "assistant", content: calls.map((call) => ({ type: "tool_use", ...call })) });
    messages.push({
      role: "user",
      content: calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "ok" })),
    });
    if (calls.some(({ name }) => name === "finish")) return answers;
  }
}

const plan = (followUps: number) => {
  const found = planJobs("a", { jobs: 50, sites: 4 }).find(({ parts }) => parts.length === followUps + 1);
  if (!found) throw new Error("No job of the plan has that many follow-ups.");
  return found;
};

test("the model makes the edits of every part in order, and what it leaves is what is expected", () => {
  const job = plan(2);
  const messages: Message[] = [];
  const pages = new Map(Object.entries(makeSitePages(job.site)));

  for (const { prompt } of job.parts) {
    messages.push(said(prompt));
    for (const { name, input } of talk(messages).flat()) {
      const edit = input as { path: string; old: string; new: string };
      if (name === "edit") pages.set(edit.path, pages.get(edit.path)?.replace(edit.old, edit.new) ?? "");
    }
  }

  const base = makeSitePages(job.site);
  const changed = [...pages].filter(([path, text]) => text !== base[path]);
  expect(new Map(changed)).toEqual(expectedPages(job.site, job));
});

test("a conversation that is asked about again gets the same answer, ids of tool calls included", () => {
  const messages = [said(plan(1).parts[0]?.prompt ?? "")];
  talk(messages);

  for (let length = 1; length < messages.length; length += 2) {
    const body = { messages: messages.slice(0, length) };
    expect(nextTurn({ body })).toEqual(nextTurn({ body }));
  }
});

test("parts in another order than they were sent in cannot be written: the log page says who wrote last", () => {
  const [, second] = plan(1).parts;

  const log = editsOf("chaos-001", 1, second?.pages ?? []).at(-1);

  expect(makeSitePages(0)[log?.path ?? ""]).not.toContain(log?.old);
});

test("a finish that was given back is said again as another call", () => {
  const messages = [said(plan(0).parts[0]?.prompt ?? "")];
  const first = talk(messages).at(-1)?.[0];
  const second = talk(messages).at(-1)?.[0];

  expect(second).toMatchObject({ name: "finish" });
  expect(second?.id).not.toBe(first?.id);
});

test("a conversation of another caller does not belong to the suite", () => {
  expect(nextTurn({ body: { messages: [said("Fix the typo.")] } })).toBeNull();
});
