import { expect, test } from "vitest";
import { z } from "zod";
import { formatZodIssue, listOf, Text } from "./input-schema.ts";

const Input = z.strictObject({
  name: Text.min(2).max(5).default("Ann"),
  count: z.int().min(1).max(3).default(1),
  color: z.enum(["red", "blue"]).default("red"),
  entries: listOf(z.object({ text: z.string() }), { min: 1, max: 3 }).optional(),
});

const said = (input: unknown) =>
  Input.safeParse(input, { error: formatZodIssue }).error?.issues.map(({ message }) => message);

test.each<[unknown, string]>([
  [null, "The input must be an object."],
  [{ name: 3 }, '"name" must be text.'],
  [{ name: "a" }, '"name" must have at least 2 characters.'],
  [{ name: "abcdef" }, '"name" must have at most 5 characters.'],
  [{ name: "a\0b" }, '"name" must be valid text without NUL characters.'],
  [{ name: "a\ud800b" }, '"name" must be valid text without NUL characters.'],
  [{ count: 1.5 }, '"count" must be a whole number.'],
  [{ count: 0 }, '"count" must be at least 1.'],
  [{ count: 4 }, '"count" must be at most 3.'],
  [{ color: "green" }, '"color" must be one of "red", "blue".'],
  [{ colour: "red" }, 'The input has unknown fields: "colour". Remove them.'],
  [{ entries: "a" }, '"entries" must be a list.'],
  [{ entries: [] }, '"entries" must have at least 1 entry.'],
  [{ entries: [0, 0, 0, 0] }, '"entries" must have at most 3 entries.'],
  [{ entries: [{}] }, '"text" is missing: send text.'],
])("%j is refused in a sentence", (input, sentence) => {
  expect(said(input)).toEqual([sentence]);
});

test("a list is read up to its first fault", () => {
  const { error } = Input.safeParse({ entries: [{ text: "a" }, {}, 0] }, { error: formatZodIssue });

  expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["entries.1.text"]);
});

test("a field that is needed is named when it is missing", () => {
  const { error } = z.object({ prompt: Text }).safeParse({}, { error: formatZodIssue });

  expect(error?.issues[0]?.message).toBe('"prompt" is missing: send text.');
});
