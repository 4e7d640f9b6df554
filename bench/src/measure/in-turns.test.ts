import { expect, test } from "vitest";
import { inTurns } from "./in-turns.ts";

test("each round measures every side once, and the first round is thrown away", async () => {
  const order: string[] = [];
  const side = (name: string) => async (round: number) => {
    order.push(`${name}${round}`);
    return `${name}${round}`;
  };

  const taken = await inTurns(2, { a: side("a"), b: side("b") }, () => undefined);

  expect(order).toEqual(["a0", "b0", "a1", "b1", "a2", "b2"]);
  expect(taken).toEqual({ a: ["a1", "a2"], b: ["b1", "b2"] });
});
