import { AppError } from "@docsteward/contract/error";
import { z } from "zod";
import type { RenderedDiff } from "../diff/render-diff.ts";
import { projectProcedure, router } from "./init.ts";

type Commit = { sha: string; subject: string; author: string; at: string };
type Summary = {
  number: number;
  title: string;
  body: string;
  branch: string;
  baseRef: string;
  state: "open" | "merged" | "closed";
  isDraft: boolean;
  jobId: string | null;
  createdAt: string;
};
type View = Summary & { commits: Commit[]; diff: RenderedDiff; additions: number; deletions: number };
const pullProcedure = projectProcedure.input(z.object({ number: z.int().min(1) }));
const none = () => {
  throw new AppError("not_found", "There is no such pull request.");
};

export const pullRequestRouter = router({
  list: projectProcedure.query((): Summary[] => []),
  get: pullProcedure.query((): View => none()),
  merge: pullProcedure.mutation((): null => none()),
  close: pullProcedure.mutation((): null => none()),
});
