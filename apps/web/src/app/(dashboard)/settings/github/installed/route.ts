import { redirect } from "next/navigation";
import { api, plainTextProblem } from "#server/trpc/caller.ts";

/** GitHub sends the browser here after a person has installed the App, or changed its repository access. */
export async function GET(request: Request): Promise<Response> {
  const { github } = await api();
  const done = await github
    .endInstall({ state: new URL(request.url).searchParams.get("state") })
    .catch(plainTextProblem);
  if (done instanceof Response) return done;
  redirect(done.back);
}
