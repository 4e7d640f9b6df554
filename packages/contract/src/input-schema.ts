import { z } from "zod";
import { AppError, type ErrorDetail } from "./error.ts";
import { PASSWORD_ADVICE, PASSWORD_CHARACTERS } from "./password.ts";

/** Text that can be stored and looked for: PostgreSQL knows neither NUL nor half a character. */
export const Text = z.string().refine((text) => text.isWellFormed() && !text.includes("\0"), {
  error: ({ path }) => `${fieldName(path)} must be valid text without NUL characters.`,
});

/** An id that a caller sends. */
export const Id = Text.max(100);

/** The secret part of a link that works once. */
export const LinkToken = Text.max(200);

type ListBounds = { min?: number; max: number };

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
        const { error } = item.safeParse(entry, { error: (issue) => formatZodIssue(issue, `Entry ${index}`) });
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

const MAX_DETAILS = 20;

/**
 * Parses the input of a verb.
 *
 * @throws AppError `invalid_request` with one sentence, and a detail for each field
 */
export function parseInput<S extends z.ZodType>(schema: S, input: z.input<S>): z.output<S> {
  const { data, error } = schema.safeParse(input, { error: formatZodIssue });
  if (error) throw toInputError(error);
  return data as z.output<S>;
}

/** The error that a caller gets for an input which a schema refused. */
export function toInputError(error: z.ZodError): AppError {
  const issues = error.issues.slice(0, MAX_DETAILS);
  const details = issues.map(({ path, message }): ErrorDetail => ({ path: path.join("."), message }));
  const [first] = details;
  return new AppError("invalid_request", first ? sentenceOf(first) : "The request is invalid.", { details });
}

function sentenceOf({ path, message }: ErrorDetail): string {
  const isSentence = /^["A-Z].*\.$/s.test(message) && !message.startsWith("Invalid");
  if (isSentence || path === "") return message.endsWith(".") ? message : `${message}.`;
  return `${path}: ${message}.`;
}

/** What a schema finds, before it has words. */
type Issue = Parameters<z.core.$ZodErrorMap>[0];

const SHOWN_KEYS = 5;
const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/**
 * Formats a Zod issue as one sentence. Pass it to a schema's `parse` as `error`; messages that a schema defines take precedence.
 *
 * @param whole names the input itself
 */
export function formatZodIssue(issue: Issue, whole?: string): string {
  const name = fieldName(issue.path, whole);
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return `${name} is missing: send ${kindOf(issue.expected)}.`;
      return `${name} must be ${kindOf(issue.expected)}.`;
    case "invalid_value":
      if (issue.input === undefined) return `${name} is missing: send ${choice(issue.values)}.`;
      return `${name} must be ${choice(issue.values)}.`;
    case "too_big":
      return `${name} must ${bound(issue.origin, "at most", issue.maximum)}.`;
    case "too_small":
      return `${name} must ${bound(issue.origin, "at least", issue.minimum)}.`;
    case "unrecognized_keys": {
      const keys = issue.keys.slice(0, SHOWN_KEYS).map((key) => `"${key.slice(0, 100)}"`);
      return `${name} has unknown fields: ${keys.join(", ")}. Remove them.`;
    }
    default:
      return `${name} is invalid.`;
  }
}

/** Names the field at a path of an input. */
function fieldName(path: readonly PropertyKey[] | undefined, whole = "The input"): string {
  const last = path?.at(-1);
  if (last === undefined) return whole;
  return typeof last === "number"
    ? `Entry ${last} of ${fieldName(path?.slice(0, -1))}`
    : `"${String(last).slice(0, 100)}"`;
}

const kindOf = (expected: string) => KINDS[expected] ?? expected;

function choice(values: readonly unknown[]): string {
  const shown = values.map((value) => JSON.stringify(value));
  return shown.length === 1 ? String(shown[0]) : `one of ${shown.join(", ")}`;
}

function bound(origin: string, word: string, size: number | bigint): string {
  if (origin === "string") return `have ${word} ${size} ${size === 1 ? "character" : "characters"}`;
  if (origin === "array") return `have ${word} ${size} ${size === 1 ? "entry" : "entries"}`;
  return `be ${word} ${size}`;
}

const PASSWORD_BOUNDS = `The password must have ${PASSWORD_CHARACTERS.min} to ${PASSWORD_CHARACTERS.max} characters. ${PASSWORD_ADVICE}`;

/** A password that a person chooses. */
export const NewPassword = z
  .string()
  .min(PASSWORD_CHARACTERS.min, PASSWORD_BOUNDS)
  .max(PASSWORD_CHARACTERS.max, PASSWORD_BOUNDS);
