import { expect, test } from "vitest";
import { newId } from "./id.ts";

test("ids say what they name, are all different, and grow", () => {
  const ids = Array.from({ length: 5_000 }, () => newId("job"));

  for (const id of ids) expect(id).toMatch(/^job_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});
