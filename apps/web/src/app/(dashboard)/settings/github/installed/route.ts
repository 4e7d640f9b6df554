import { redirect } from "next/navigation";
import { api, plainTextProblem } from "#server/trpc/caller.ts";

/** Where GitHub sends the browser of whoever has just installed the App, or changed what it may see. */
export async function GET(request: Request): Promise<Response> {
  const { github } = await api();
  const done = await github
    .endInstall({ state: new URL(request.url).searchParams.get("state") })
    .catch(plainTextProblem);
  if (done instanceof Response) return done;
  redirect(done.back);
}
