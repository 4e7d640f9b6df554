import type { Todo } from "@docsteward/contract/job";
import type { JobEventBody } from "@docsteward/contract/job-event";
import type { CommitSha } from "@docsteward/git/host";
import type { FileChange } from "@docsteward/git/workspace";
import type { ModelUsage } from "@docsteward/platform/money";
import type { AssistantModelMessage, JSONValue } from "ai";
import type { AddedCode } from "./workspace/file-rules.ts";

/** A message of the person who asked, as the job's row of messages holds it. */
export type JobMessage = { id: string; seq: number; role: "user" | "system" | "assistant"; content: string };

/**
 * One entry of a job's journal. The entries in order are enough to continue the job: the conversation and the edits
 * follow from them alone (see `journal-state.ts`).
 *
 * A round begins with `round` and ends with `done`; a follow-up after that begins the next one.
 */
export type JournalEntry =
  /** The instructions, settled once: later requests must begin with the same bytes. */
  | { kind: "instructions"; data: { text: string } }
  | { kind: "round"; data: Round }
  /** Written before the first push: the round's branch has its name from the title. */
  | { kind: "renamed"; data: { branch: string } }
  | { kind: "messages"; data: { messages: JobMessage[]; at: string } }
  /** Written before any of its tool calls runs. `invalid` holds what is wrong with a call, by its id. */
  | { kind: "model"; data: { message: AssistantModelMessage; invalid: Record<string, string>; usage: ModelUsage } }
  | { kind: "tool"; data: ToolEntry }
  /** Words of the service to the model. */
  | { kind: "notice"; data: { reason: NoticeReason; text: string } }
  /** The job looked into a source for the first time in its round. */
  | { kind: "source"; data: SourceRead }
  /** The conversation grew too long: results of reading calls up to here are cut to stubs, the plan and the edits stay. */
  | { kind: "trimmed"; data: Record<string, never> }
  /** Written before each push. The round is settled from the first one on: messages that come now make the next one. */
  | { kind: "publishing"; data: Push }
  | { kind: "pushed"; data: PushedRound }
  /** Written with an event that the end of a round gives once: a worker that comes back does not give it again. */
  | { kind: "reported"; data: { event: JobEventBody["type"] } }
  /** Written by the service together with the result on the job's row. */
  | { kind: "done"; data: RoundResult }
  /** Written by the service when the job ends as failed. `isPushUndone`: the job was ended from outside, so its push is reverted. */
  | { kind: "stopped"; data: { isPushUndone: boolean } };

/** `limit`: little room is left. `stuck`: it repeats itself. `silent`: its answer was empty. `round`: a follow-up begins. */
export type NoticeReason = "limit" | "stuck" | "silent" | "round";

/** A round's branch and the commits it starts from, as journaled when the round begins. */
export type Round = {
  branch: string;
  baseSha: CommitSha;
  /** Where the round's edits start: the head of the branch, or the base when the branch is new. */
  startSha: CommitSha;
  /** The branch's head as the round found it; null when the round makes the branch. */
  branchSha: CommitSha | null;
  /** The open pull request that the round updates. */
  pullRequestNumber: number | null;
  /** What the person should know of how the round began, e.g. that the earlier pull request was merged. */
  remark: string | null;
  startedAt: string;
  /** The branch is new and has a name of the prompt's words: the title renames it before the first push. */
  isProvisional?: true;
  /** Where the branch left the base. Journals of earlier versions do not have it. */
  forkSha?: CommitSha;
  /** Files that the model has read in earlier rounds, and that are the same now. */
  known?: string[];
};

/** A commit to push to the round's branch, and the branch's head before the push; null when the push creates the branch. */
export type Push = { commit: CommitSha; before: CommitSha | null };

/** Outcome of a completed round. `pullRequest` is null for a round without changes. */
export type RoundResult = { pullRequest: { number: number; url: string } | null; messageToUser: string };

/** A file of a pushed round, without its patch. */
export type PushedChange = Pick<FileChange, "path" | "from" | "status" | "additions" | "deletions">;

/** What a round brought to its branch, for the description of the pull request that several rounds share. */
export type PushedRound = {
  commit: CommitSha;
  /** Of the pull request. Journals of earlier versions do not have it. */
  title?: string;
  summary: string;
  changes: PushedChange[];
  /** Code that pages gained. Journals of earlier versions do not have it. */
  addedCode?: AddedCode[];
};

/** What a job found of a source: the commit that it reads, or why it reads none. */
export type SourceRead = { name: string; ref: string } & ({ commit: CommitSha } | { error: string });

/** Result of one tool call, as journaled and shown to the model. */
export type ToolEntry = {
  toolCallId: string;
  name: string;
  output: JSONValue;
  isError: boolean;
};

/** What a record may change on the job itself. */
export type JobPatch = {
  title?: string;
  branch?: string;
  todos?: Todo[];
  takenMessageSeq?: number;
  usage?: ModelUsage;
  /** What all pushes to the branch changed. */
  size?: ChangeSize;
  /** Errors and warnings that the last check left. */
  openProblems?: number;
};

/** How many files and lines were changed. */
export type ChangeSize = { files: number; additions: number; deletions: number };
