import { expect, test } from "vitest";
import type { JournalEntry } from "./journal.ts";
import { replayJournal } from "./journal-state.ts";

const usage = { costMicroUsd: 7, inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, modelCalls: 1 };
const round: JournalEntry = {
  kind: "round",
  data: {
    branch: "docsteward/x",
    baseSha: "b",
    startSha: "b",
    branchSha: null,
    pullRequestNumber: null,
    remark: null,
    startedAt: "2026-11-20T10:00:00.000Z",
  },
};
const message = (seq: number, content: string): JournalEntry => ({
  kind: "messages",
  data: { messages: [{ id: `msg_${seq}`, seq, role: "user", content }], at: "2026-11-20T10:00:00.000Z" },
});
const answer = (...ids: string[]): JournalEntry => ({
  kind: "model",
  data: {
    message: {
      role: "assistant",
      content: ids.map((id) => ({
        type: "tool-call" as const,
        toolCallId: id,
        toolName: "read",
        input: { path: `${id}.mdx` },
      })),
    },
    invalid: {},
    usage,
  },
});
const result = (id: string): JournalEntry => ({
  kind: "tool",
  data: { toolCallId: id, name: "read", output: { text: id }, isError: false },
});

test("a journal cut in the middle of an answer's tool calls leaves the unfinished ones pending", () => {
  const state = replayJournal([round, message(1, "Do it"), answer("a", "b", "c"), result("a")]);

  expect(state.pending.map(({ call }) => call.toolCallId)).toEqual(["b", "c"]);
  expect(state.round?.calls).toHaveLength(1);
  expect(state.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
});

test("a round ends with done, and the conversation goes on", () => {
  const state = replayJournal([
    round,
    message(1, "Do it"),
    answer("a"),
    result("a"),
    { kind: "done", data: { pullRequest: null, messageToUser: "Done." } },
    message(2, "More"),
  ]);

  expect(state.round).toBeNull();
  expect(state.lastRound?.branch).toBe("docsteward/x");
  expect(state.messages.at(-1)).toEqual({ role: "user", content: "More" });
});

test("a message of a person opens a new budget", () => {
  const spentOnce = replayJournal([round, message(1, "Do it"), answer("a"), result("a")]).spent;
  const renewed = replayJournal([round, message(1, "Do it"), answer("a"), result("a"), message(2, "Go on")]).spent;

  expect(spentOnce).toMatchObject({ modelCalls: 1, tokens: 15 });
  expect(renewed).toMatchObject({ modelCalls: 0, tokens: 0, recentCalls: [] });
});

test("system messages of a caller stay out of the conversation: they stand in the instructions", () => {
  const note = { id: "m", seq: 1, role: "system" as const, content: "Write in British English." };
  const state = replayJournal([{ kind: "messages", data: { messages: [note], at: "2026-11-20T10:00:00.000Z" } }]);

  expect(state.messages).toEqual([]);
});

const finish: JournalEntry[] = [
  {
    kind: "model",
    data: {
      message: { role: "assistant", content: [{ type: "text", text: "It says so now." }] },
      invalid: {},
      usage,
    },
  },
];
const push = { commit: "c", before: null };
const publishing: JournalEntry = { kind: "publishing", data: push };
const pushed: JournalEntry = { kind: "pushed", data: { commit: "c", summary: "So.", changes: [] } };
const stopped = (isPushUndone: boolean): JournalEntry => ({ kind: "stopped", data: { isPushUndone } });

test("a failure before the push is known lets the round go on, messages and all", () => {
  const state = replayJournal([round, message(1, "Do it"), ...finish, publishing, stopped(false)]);

  expect(state.round).toMatchObject({ push: null, undone: null, pushed: null });
});

test("a failure after the push ends the round: the next one begins on top of it", () => {
  const state = replayJournal([round, message(1, "Do it"), ...finish, publishing, pushed, stopped(false)]);

  expect(state.round).toBeNull();
  expect(state.pushed).toHaveLength(1);
});

test.each([
  ["is known", [publishing, pushed]],
  ["may have happened", [publishing]],
])("a stop from outside when the push %s lets the round go on once that is taken back", (_, entries) => {
  const state = replayJournal([round, message(1, "Do it"), ...finish, ...entries, stopped(true)]);

  expect(state.round).toMatchObject({ push: null, undone: push, pushed: null });
  expect(state.pushed).toEqual([]);
});

test("what has to be taken back stays so until something else is pushed", () => {
  const before = [round, message(1, "Do it"), ...finish, publishing, stopped(true), message(2, "Go on")];

  expect(replayJournal([...before, stopped(true)]).round).toMatchObject({ push: null, undone: push });
  expect(replayJournal([...before, ...finish, publishing]).round).toMatchObject({ push, undone: null });
});

test("a file that was read and moved is known by its new name, in whatever form the call named it", () => {
  const read = { kind: "tool", data: { toolCallId: "guides/a", name: "read", output: "", isError: false } } as const;
  const call = { type: "tool-call", toolCallId: "m", toolName: "move", input: { from: "guides/a", to: "b" } } as const;
  const move: JournalEntry = {
    kind: "model",
    data: { message: { role: "assistant", content: [call] }, invalid: {}, usage },
  };
  const output = { moved: [{ from: "guides/a.mdx", to: "b.mdx" }] };
  const moved: JournalEntry = { kind: "tool", data: { toolCallId: "m", name: "move", output, isError: false } };

  const { seen } = replayJournal([round, message(1, "Do it"), answer("guides/a"), read, move, moved]);

  expect([...seen]).toEqual(["b.mdx"]);
});
