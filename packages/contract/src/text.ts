import { z } from "zod";
import { nameOf } from "./say-issue.ts";

/** Text that can be stored and looked for: PostgreSQL knows neither NUL nor half a character. */
export const Text = z.string().refine((text) => text.isWellFormed() && !text.includes("\0"), {
  error: ({ path }) => `${nameOf(path)} must be valid text without NUL characters.`,
});
