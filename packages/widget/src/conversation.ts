import type { SourceData, UiChunk } from "@docsteward/contract/ui-chunk";
import { type Question, type Service, ServiceError } from "./service.ts";

/** A question with its answer, as far as it has come. */
export type Turn = {
  id: string;
  question: string;
  /** Text of the page that the question is about. */
  selection: string | null;
  answer: string;
  sources: SourceData[];
  state: "running" | "done" | "stopped" | "failed";
  failure: Pick<ServiceError, "kind" | "values"> | null;
  /** What the assistant does before it writes. */
  activity: { kind: "thinking" | "searching" | "reading"; what: string } | null;
  messageId: string | null;
  outcome: string | null;
  suggestions: string[];
  rating: "up" | "down" | null;
};

/** What the reader writes, not sent yet; `turnId` names the question that it takes the place of. */
export type Draft = { text: string; turnId: string | null };

type Stored = { chatId: string; threadId: string | null; turns: Turn[]; draft: Draft };

export const NO_DRAFT: Draft = { text: "", turnId: null };

/** Answers that stay in the conversation; earlier ones are dropped from the page, and remain in the thread. */
const MAX_TURNS = 20;

export type ConversationInput = {
  service: Service;
  /** Keeps the conversation over reloads, for this tab. */
  storage: Pick<Storage, "getItem" | "setItem"> | null;
  storageKey: string;
  onChange(): void;
  onAnswer(turn: Turn): void;
};

/** A conversation: one question at a time, each answer drawn as it comes. */
export function createConversation({ service, storage, storageKey, onChange, onAnswer }: ConversationInput) {
  let stored: Stored = { ...createEmpty(), ...load() };
  let running: AbortController | null = null;

  function createEmpty(): Stored {
    return { chatId: newId(), threadId: null, turns: [], draft: NO_DRAFT };
  }

  /** What this tab has kept. A version of the widget that knew no drafts may have written it. */
  function load(): Partial<Stored> | null {
    try {
      return JSON.parse(storage?.getItem(storageKey) ?? "null") as Partial<Stored> | null;
    } catch {
      // Storage that is blocked, or was written by another program.
      return null;
    }
  }

  function save(): void {
    stored.turns = stored.turns.slice(-MAX_TURNS);
    try {
      storage?.setItem(storageKey, JSON.stringify(stored));
    } catch {
      // Storage is full or blocked: the conversation lasts as long as the page.
    }
    onChange();
  }

  async function follow(
    turn: Turn,
    open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>,
  ) {
    const controller = new AbortController();
    running = controller;
    try {
      const body = await open(controller.signal);
      if (body === null) turn.state = turn.answer === "" ? "failed" : "done";
      else {
        // A resumed answer begins again with its first word.
        Object.assign(turn, { answer: "", sources: [], suggestions: [] });
        for await (const chunk of readChunks(body)) {
          apply(turn, chunk);
          onChange();
        }
        if (turn.state === "running") turn.state = "done";
      }
    } catch (error) {
      // The page that asked has gone on to another conversation.
      if (controller.signal.aborted) return;
      const failure = error instanceof ServiceError ? error : new ServiceError("unreachable");
      Object.assign(turn, { state: "failed", failure: { kind: failure.kind, values: failure.values } });
    } finally {
      turn.activity = null;
      if (running === controller) running = null;
      save();
    }
    onAnswer(turn);
  }

  function apply(turn: Turn, chunk: UiChunk): void {
    switch (chunk.type) {
      case "start":
        turn.messageId = chunk.messageId;
        stored.threadId = chunk.messageMetadata.threadId;
        break;
      case "text-delta":
        turn.answer += chunk.delta;
        turn.activity = null;
        break;
      case "data-source":
        // It comes again when another section of the page is cited.
        turn.sources = [...turn.sources.filter(({ number }) => number !== chunk.data.number), chunk.data];
        break;
      case "data-activity":
        turn.activity = activityOf(chunk.data);
        break;
      case "data-outcome":
        turn.outcome = chunk.data.category;
        break;
      case "data-suggestions":
        turn.suggestions = chunk.data.suggestions.map(({ text }) => text);
        break;
      case "error":
        Object.assign(turn, { state: "failed", failure: { kind: "failed", values: { reason: chunk.errorText } } });
        break;
    }
  }

  function start(question: string, selection: string | null): void {
    stop();
    const history = stored.turns.filter(({ answer }) => answer !== "");
    const turn: Turn = {
      ...{ id: newId(), question, selection, answer: "", sources: [], state: "running", failure: null },
      ...{ activity: { kind: "thinking", what: "" }, messageId: null, outcome: null, suggestions: [], rating: null },
    };
    stored.turns.push(turn);
    save();
    const { chatId, threadId } = stored;
    const asked: Question = { chatId, threadId, history, question, selection };
    void follow(turn, (signal) => service.ask(asked, signal));
  }

  function stop(): void {
    const turn = stored.turns.at(-1);
    if (!running || turn?.state !== "running") return;
    turn.state = "stopped";
    running.abort();
    running = null;
    save();
  }

  return {
    turns: (): readonly Turn[] => stored.turns,
    isRunning: () => running !== null,
    ask: start,
    stop,
    draft: (): Draft => stored.draft,
    write(draft: Draft): void {
      stored.draft = draft;
      onChange();
    },
    /** Asks a question again, or another in its place: what came after it goes. */
    replace(turn: Turn, question: string): void {
      stop();
      stored.turns = stored.turns.slice(0, stored.turns.indexOf(turn));
      // A question alone would get the thread's questions as its history, and this one is to be forgotten.
      if (stored.turns.length === 0) stored.threadId = null;
      start(question, turn.selection);
    },
    clear(): void {
      stop();
      stored = { ...createEmpty(), draft: stored.draft };
      save();
    },
    async rate(turn: Turn, rating: "up" | "down", comment: string | null): Promise<void> {
      turn.rating = rating;
      save();
      if (turn.messageId !== null) await service.rate(turn.messageId, rating, comment);
    },
    /** Goes on with an answer that ran when the page was left. */
    resume(): void {
      const turn = stored.turns.at(-1);
      if (turn?.state === "running" && running === null)
        void follow(turn, (signal) => service.resume(stored.chatId, signal));
    },
    /** Leaves the running answer and the draft to the page that is opened next. */
    leave(): void {
      running?.abort();
      running = null;
      save();
    },
  };
}

/** What {@link createConversation} gives. */
export type Conversation = ReturnType<typeof createConversation>;

function activityOf(data: Extract<UiChunk, { type: "data-activity" }>["data"]): Turn["activity"] {
  if (data.type === "search") return { kind: "searching", what: data.query };
  if (data.type === "read") return { kind: "reading", what: data.title ?? data.path };
  return { kind: "thinking", what: "" };
}

/** An unguessable id: who knows it can read the running answer. `randomUUID` is missing on pages without https. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Reads an answer's stream: server-sent events, each with one chunk as JSON. Chunks of kinds that are not known here are given, too.
 *
 * @throws TypeError when the connection breaks
 */
async function* readChunks(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<UiChunk> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (rest + value).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = event.startsWith("data: ") ? event.slice("data: ".length) : "";
        if (data !== "" && data !== "[DONE]") yield JSON.parse(data) as UiChunk;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
