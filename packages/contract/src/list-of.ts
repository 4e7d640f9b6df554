import { z } from "zod";
import { sayIssue } from "./say-issue.ts";

export type ListBounds = { min?: number; max: number };

/**
 * A list whose reading ends at its first fault: a body of half a million wrong entries would otherwise be half a million faults,
 * each with its sentence.
 *
 * @param max entries; a longer list is refused before one of them is read
 */
export function listOf<T extends z.ZodType>(item: T, { min, max }: ListBounds) {
  return z.preprocess(
    (list, context) => {
      if (!Array.isArray(list)) return list;
      if (list.length > max) {
        context.addIssue({ code: "too_big", origin: "array", maximum: max, inclusive: true });
        return z.NEVER;
      }
      for (const [index, entry] of list.entries()) {
        const { error } = item.safeParse(entry, { error: (issue) => sayIssue(issue, `Entry ${index}`) });
        if (error === undefined) continue;
        for (const { path, message } of error.issues) {
          context.addIssue({ code: "custom", path: [index, ...path], message });
        }
        return z.NEVER;
      }
      return list;
    },
    min === undefined ? z.array(item).max(max) : z.array(item).min(min).max(max),
  );
}
