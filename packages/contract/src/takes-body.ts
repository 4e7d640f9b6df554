import { z } from "zod";
import type { Operation } from "./operation.ts";

/** Whether an operation reads a body: one that is an object without fields is none. */
export function takesBody({ body }: Pick<Operation, "body">): boolean {
  return !(body instanceof z.ZodObject) || Object.keys(body.shape).length > 0;
}
