import type { KeyRow } from "./key-row.ts";

/** What a person is about to do with keys, in a dialog. */
/** What is being done with keys; `revoke` and the like are asked of a row. */
export type KeyAction =
  | { kind: "create"; of: "admin" | "assistant" }
  | { kind: "edit" | "rotate" | "revoke"; row: KeyRow };
