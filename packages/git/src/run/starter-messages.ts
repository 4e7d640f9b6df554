import type { GitCommand } from "./git-process.ts";

/** What a process asks its starter of git. `id` names one git from its start to its end. */
export type StarterOrder =
  | { type: "start"; id: number; command: GitCommand }
  | { type: "write"; id: number; bytes: string | Uint8Array }
  | { type: "end_input"; id: number }
  | { type: "stop"; id: number };

/** What the starter tells of a git. */
export type StarterReport =
  | { type: "started"; id: number; pid: number | undefined }
  | { type: "stdout"; id: number; chunk: Buffer }
  | { type: "stderr"; id: number; chunk: Buffer }
  | { type: "ended"; id: number; end: number | Error };
