import { readFile } from "node:fs/promises";
import { SearchFilter } from "@docsteward/contract/site-search";
import { parse } from "yaml";
import { z } from "zod";
import { UsageError } from "../options.ts";

const texts = z.union([
  z
    .string()
    .min(1)
    .transform((text) => [text]),
  z.array(z.string().min(1)).min(1),
]);

const Question = z.strictObject({
  question: z.string().min(1).max(2_000),
  /** The pages that answer it, in any spelling of their paths. */
  pages: texts,
  filter: SearchFilter.optional(),
  currentPath: z.string().max(200).optional(),
});
export type Question = z.output<typeof Question>;

/**
 * Reads a file of questions with the pages that answer them: a JSON object a line (`.jsonl`), or a YAML list.
 *
 * @throws UsageError naming the file and the question that is wrong
 */
export async function readQuestions(path: string): Promise<Question[]> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new UsageError(`File ${path} not found.`);
  });
  const found = parseFile(path, text);
  const parsed = z.array(Question).min(1).safeParse(found);
  if (parsed.success) return parsed.data;
  const [{ path: at, message }] = parsed.error.issues as [z.core.$ZodIssue];
  const place =
    typeof at[0] === "number" ? `question ${at[0] + 1}${at.length > 1 ? `, ${at.slice(1).join(".")}` : ""}` : "it";
  throw new UsageError(
    `${path}: ${place} is invalid: ${message}. Each question needs \`question\` and \`pages\`, as in {"question": "…", "pages": ["/guide/ssr"]}.`,
  );
}

function parseFile(path: string, text: string): unknown {
  try {
    if (!/\.jsonl$/i.test(path)) return parse(text, { maxAliasCount: 100 });
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line));
  } catch (error) {
    throw new UsageError(`${path} can't be read: ${(error as Error).message.split("\n", 1)[0]}`);
  }
}
