import { expect, test } from "vitest";
import { toSeries } from "./series.ts";

const series = (name: string, ...values: number[]) => ({ name, values });

test("the greatest comes first", () => {
  expect(toSeries([series("a", 1, 1), series("b", 0, 9)]).map(({ name }) => name)).toEqual(["b", "a"]);
});

test("beyond the fifth they are added together", () => {
  const all = ["a", "b", "c", "d", "e", "f", "g"].map((name, index) => series(name, 10 - index, 1));

  const shown = toSeries(all);

  expect(shown).toHaveLength(6);
  expect(shown.at(-1)).toEqual(series("2 others", 9, 2));
});

test("a sixth alone keeps its name", () => {
  const all = ["a", "b", "c", "d", "e", "f"].map((name, index) => series(name, 10 - index));

  expect(toSeries(all).at(-1)?.name).toBe("f");
});
