import { z } from "zod";

/** The tool's name: a call that succeeds ends the round, also when it is read from the journal. */
export const FINISH = "finish";

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Arguments of the tool `finish`, from the model. */
export const FinishInput = z.object({
  title: z.string().transform(oneLine).pipe(z.string().min(1).max(200)),
  summary: z.string().trim().min(1).max(20_000),
  noChange: z.boolean().optional(),
});

/** How the model ended its work. An answer in words alone has no title. */
export type Finish = { title: string; summary: string };
