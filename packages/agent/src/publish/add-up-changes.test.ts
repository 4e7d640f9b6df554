import { expect, test } from "vitest";
import type { PushedChange } from "../journal.ts";
import { mergeChanges } from "./pull-request-body.ts";

const change = (status: PushedChange["status"], path: string, from?: string): PushedChange => ({
  path,
  ...(from ? { from } : {}),
  status,
  additions: 2,
  deletions: 1,
});

test.each<[string, PushedChange[], Partial<PushedChange>[]]>([
  [
    "a file changed twice",
    [change("modified", "a"), change("modified", "a")],
    [{ path: "a", status: "modified", additions: 4, deletions: 2 }],
  ],
  ["a new file changed later", [change("added", "a"), change("modified", "a")], [{ path: "a", status: "added" }]],
  ["a new file deleted again", [change("added", "a"), change("deleted", "a")], []],
  [
    "a changed file deleted later",
    [change("modified", "a"), change("deleted", "a")],
    [{ path: "a", status: "deleted" }],
  ],
  [
    "a moved file changed later",
    [change("renamed", "b", "a"), change("modified", "b")],
    [{ path: "b", from: "a", status: "renamed" }],
  ],
  ["a new file moved", [change("added", "a"), change("renamed", "b", "a")], [{ path: "b", status: "added" }]],
  ["two files", [change("modified", "b"), change("added", "a")], [{ path: "a" }, { path: "b" }]],
])("%s is reported once", (_, changes, reported) => {
  expect(mergeChanges(changes)).toMatchObject(reported);
  expect(mergeChanges(changes)).toHaveLength(reported.length);
});
