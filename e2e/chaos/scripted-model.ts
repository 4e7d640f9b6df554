import type { ModelRequest, ScriptToolCall, ScriptTurn } from "@docsteward/model-script/script";
import { type ModelServer, startModelServer } from "@docsteward/model-script/start-model-server";
import { type AskedPart, editsOf, readRequests } from "./plan-jobs.ts";
import { createRandom } from "./random.ts";

type Block = { type?: string; text?: string; id?: string };
type Message = { role?: string; content?: string | Block[] };

/** A conversation of the suite: whose it is, and what its model says next. */
type NextTurn = { job: string; turn: ScriptTurn };

/**
 * What the scripted model says: the first step that the conversation does not hold yet of what people asked for, in their order,
 * and `finish` when there is none.
 *
 * It goes by the conversation alone, so any worker that asks again gets the same answer, with the same ids of its tool calls.
 *
 * @returns null for a conversation that is none of the suite's
 */
export function nextTurn({ body }: Pick<ModelRequest, "body">): NextTurn | null {
  const messages = (Array.isArray(body.messages) ? body.messages : []) as Message[];
  const asked = messages.flatMap((message) => (message.role === "user" ? readRequests(wordsOf(message)) : []));
  const job = asked[0]?.name;
  if (job === undefined) return null;
  const made = new Set(messages.flatMap(callsOf));
  const calls = asked.flatMap(stepsOf).find((step) => step.some(({ id }) => !made.has(id ?? "")));
  return { job, turn: { toolCalls: calls ?? [finishOf(job, asked, made)] } };
}

/** One list of tool calls for each answer. */
function stepsOf({ name, part, pages }: AskedPart): ScriptToolCall[][] {
  const id = (step: string) => `toolu_${name}_${part}_${step}`;
  const edits = editsOf(name, part, pages);
  const todos = [{ id: "1", content: `Write part ${part}`, status: "in_progress", priority: "high" }];
  return [
    [
      { id: id("todos"), name: "todo_write", input: { todos } },
      ...edits.map(({ path }, index) => ({ id: id(`read_${index}`), name: "read", input: { path } })),
    ],
    ...edits.map((edit, index) => [{ id: id(`edit_${index}`), name: "edit", input: edit }]),
  ];
}

/** A `finish` that the agent gave back, because a message came with it or the checks failed, is said again as a new call. */
function finishOf(job: string, asked: AskedPart[], made: Set<string>): ScriptToolCall {
  const count = [...made].filter((id) => id.includes("_finish_")).length;
  const summary = `Wrote ${asked.length} of the parts of ${job}.`;
  return { id: `toolu_${job}_finish_${count}`, name: "finish", input: { title: `Write ${job}`, summary } };
}

/** The person's words; what tools have read is left out. */
function wordsOf({ content }: Message): string {
  if (typeof content === "string") return content;
  return (content ?? []).flatMap(({ type, text }) => (type === "text" && text ? [text] : [])).join("\n");
}

function callsOf({ role, content }: Message): string[] {
  if (role !== "assistant" || !Array.isArray(content)) return [];
  return content.flatMap(({ type, id }) => (type === "tool_use" && id ? [id] : []));
}

/** A request of the model: which job, how many answers its conversation held, and when it came (Unix time). */
export type ModelCall = { job: string; turn: number; atMs: number };

export type ChaosModel = { server: ModelServer; calls: ModelCall[] };

const FASTEST_MS = 100;
const SLOWEST_MS = 400;

/** A model that takes its time, so that most faults hit in the middle of a call, and remembers who asked for what. */
export async function startModel(seed: string): Promise<ChaosModel> {
  const calls: ModelCall[] = [];
  const server = await startModelServer(
    (request) => {
      const next = nextTurn(request);
      if (next === null) return undefined;
      const { turn } = request;
      calls.push({ job: next.job, turn, atMs: Date.now() });
      const delayMs = createRandom(`${seed}/${next.job}/${turn}`).between(FASTEST_MS, SLOWEST_MS);
      return { ...next.turn, delayMs };
    },
    { keepRequests: false },
  );
  return { server, calls };
}
