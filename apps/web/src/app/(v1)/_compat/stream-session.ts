import type { ServiceContext } from "@docsteward/services/context";
import { createJob } from "@docsteward/services/job/create";
import { followEvents } from "@docsteward/services/job/follow-events";
import type { z } from "zod";
import { frameStream } from "../../../server/http/frame-stream.ts";
import { toProblem } from "../../../server/http/problem.ts";
import type { CreateSessionBody } from "./agent-session.ts";
import { toLines } from "./to-lines.ts";

type Call = { body: z.output<typeof CreateSessionBody>; request: Request; requestId: string };

/**
 * Makes a job and answers with a stream of plain text: what the agent does, line by line, until the job rests.
 *
 * The job does not depend on the stream: it goes on when the reader leaves.
 *
 * @param pingMs how long nothing may be sent before an empty line is
 */
export async function streamSession(
  ctx: ServiceContext,
  { body, request, requestId }: Call,
  { pingMs }: { pingMs?: number } = {},
): Promise<Response> {
  const { messages, ...settings } = body;
  const { job, branch } = await createJob(ctx, { ...settings, prompt: messages, isBranchNamedNow: true });
  const later = `Read it at /v1/agent/${ctx.project.id}/job/${job.id}`;
  return frameStream((signal) => followEvents(ctx, { id: job.id, signal }), {
    requestId,
    signal: request.signal,
    contentType: "text/plain; charset=utf-8",
    headers: { "X-Session-Id": job.id, "X-Branch-Name": branch ?? "" },
    opening: `Job ${job.id} on branch ${branch}, with ${job.model}\n\n`,
    toFrame: toLines,
    ping: "\n",
    pingMs,
    toFailure: (error) =>
      `\n${toProblem(error, requestId).body.error} The job continues without this stream. ${later}\n`,
    farewell: `\nThe service is restarting, and the job continues. ${later}\n`,
  });
}
