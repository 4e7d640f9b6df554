import { redirect } from "next/navigation";
import { api, plainTextProblem } from "#server/trpc/caller.ts";

/** GitHub sends the browser here after a person has created the App; they install it next. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const { github } = await api();
  const input = { code: searchParams.get("code") ?? "", state: searchParams.get("state") ?? "" };
  const done = await github.finishApp(input).catch(plainTextProblem);
  if (done instanceof Response) return done;
  redirect(done.installUrl);
}
