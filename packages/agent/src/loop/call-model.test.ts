import { expect, test } from "vitest";
import { FINISH } from "../tools/finish-input.ts";
import type { ToolContext } from "../tools/tool.ts";
import { findTool, TOOLS } from "../tools/tools.ts";
import { toSentTool } from "./call-model.ts";

const schemaOf = async (name: string) => {
  const found = findTool(name);
  const { inputSchema } = toSentTool(found ?? TOOLS[0] ?? never());
  return (inputSchema as { jsonSchema: unknown }).jsonSchema;
};
const never = (): never => {
  throw new Error("There are no tools.");
};

test.each(TOOLS.map(({ name }) => name))("the schema of %s says only what a model can act on", async (name) => {
  const text = JSON.stringify(await schemaOf(name));

  expect(text).toContain('"type":"object"');
  expect(text).not.toMatch(/\$schema|9007199254740991/);
});

test("bounds that a tool sets itself stay", async () => {
  expect(await schemaOf("list")).toMatchObject({ properties: { depth: { type: "integer", minimum: 1, maximum: 10 } } });
});

test("arguments are checked as before, and come back as the tool takes them", async () => {
  const { inputSchema } = toSentTool(findTool(FINISH) ?? never());
  const { validate } = inputSchema as unknown as { validate(value: unknown): Promise<unknown> };

  expect(await validate({ title: " A\n title ", summary: "S." })).toMatchObject({
    success: true,
    value: { title: "A title", summary: "S.", reply: "" },
  });
  expect(await validate({ summary: "S." })).toMatchObject({ success: false });
});

test("a plan is asked for above five steps alone, and taken with one word", async () => {
  const tool = findTool("todo_write") ?? never();
  const todos = [{ id: "1", content: "Read", status: "pending", priority: "high" }];

  expect(tool.description).toContain("only for work of more than five steps");
  expect(await tool.run({ todos }, {} as ToolContext)).toMatchObject({ output: { ok: true }, todos });
});
