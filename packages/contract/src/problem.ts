import { z } from "zod";
import { type ErrorCode, PUBLIC_ERROR_CODES } from "./error.ts";

/** The one error body (RFC 9457 with `error` and `code` beside it: chat clients show the raw body to the person). */
export const Problem = z
  .object({
    error: z.string().meta({ description: "What is wrong and what to do." }),
    code: z.enum(PUBLIC_ERROR_CODES),
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    "violated-policies": z.array(z.string()).optional(),
    requestId: z.string(),
  })
  .meta({ id: "Problem" });
/** The body of an error response (RFC 9457). */
export type Problem = z.infer<typeof Problem>;

/** The same body with any code, as the dashboard meets it, too. */
export type AnyProblem = Omit<Problem, "code"> & { code: ErrorCode };
