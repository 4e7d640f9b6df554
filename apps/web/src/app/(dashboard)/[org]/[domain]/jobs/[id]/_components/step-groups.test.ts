import { expect, test } from "vitest";
import { groupSteps, type ToolItem } from "./step-groups.tsx";
import type { TimelineItem } from "./to-timeline.ts";

let id = 0;
const call = (name: string, path?: string): ToolItem => ({
  kind: "tool",
  id: ++id,
  at: "2026-11-20T10:00:00.000Z",
  name,
  summary: `${name} ${path ?? ""}`,
  input: path === undefined ? {} : { path },
  result: { isError: false, summary: "done", durationMs: 1 },
  step: null,
});
const said = (text: string): TimelineItem => ({ kind: "thought", id: ++id, at: "2026-11-20T10:00:00.000Z", text });
const labels = (items: TimelineItem[]) => groupSteps(items).map((row) => (row.kind === "group" ? row.label : row.kind));

test("files that are read one after the other are one row, a file that is read twice counts once", () => {
  expect(labels([call("read", "a.md"), call("read", "b.md"), call("read", "a.md")])).toEqual(["Read 2 files"]);
});

test("looking and changing are rows of their own", () => {
  const items = [call("read", "a.md"), call("search"), call("grep"), call("edit", "a.md"), call("multi_edit", "b.md")];

  expect(labels(items)).toEqual(["Read 1 file, searched twice", "Edited 2 files"]);
});

test("a single call, and what the agent says between two calls, stay as they are", () => {
  expect(labels([call("read", "a.md"), said("Now the other."), call("read", "b.md")])).toEqual([
    "tool",
    "thought",
    "tool",
  ]);
});

test("calls of a tool that is not known are counted under what they said", () => {
  expect(labels([call("constructor", "x"), call("constructor", "x")])).toEqual(["constructor x, twice"]);
});

test("a refused call is no change", () => {
  const refused = (path: string): ToolItem => ({
    ...call("edit", path),
    result: { isError: true, summary: "No such text.", durationMs: 1 },
  });

  expect(labels([refused("a.md"), call("edit", "b.md")])).toEqual(["Edited 1 file"]);
  expect(labels([refused("a.md"), refused("b.md")])).toEqual(["Edited 2 files (refused)"]);
});
