import { z } from "zod";

/** An account as it is entered; the verb says what is wrong with it. */
export const NewUserInput = z.object({
  name: z.string().max(1_000),
  email: z.string().max(1_000),
  password: z.string().max(1_000),
});
