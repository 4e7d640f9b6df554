import { parseEnv } from "@docsteward/platform/env";
import { makeSetupLink } from "@docsteward/tooling/make-setup-link";
import type { Service } from "@docsteward/tooling/service";
import { request } from "@playwright/test";

/** The first account of a service under test, and what a browser keeps that is signed in with it. */
export type Owner = { email: string; password: string; storageState: Awaited<ReturnType<typeof signIn>> };

/** Makes the first account by its link, as the set-up page does. It owns the organization that the stories' sites are made in. */
export async function setUp(service: Service, variables: Record<string, string | undefined>): Promise<Owner> {
  const { url: baseUrl, databaseUrl } = service;
  const link = await makeSetupLink({ env: parseEnv(variables), databaseUrl, baseUrl });
  if (link === null) throw new Error("Somebody has set this service up before");
  const user = { name: "Ada Lovelace", email: "ada@example.com", password: "the weaver of numbers" };
  await call(baseUrl, "setup.complete", { token: new URL(link).searchParams.get("token"), user, org: "demo" });
  return { ...user, storageState: await signIn(baseUrl, user) };
}

/** Signs somebody in. @returns what their browser keeps, for `browser.newContext({ storageState })` */
export function signIn(baseUrl: string, { email, password }: { email: string; password: string }) {
  return call(baseUrl, "session.signIn", { email, password });
}

async function call(baseURL: string, procedure: string, data: unknown) {
  const caller = await request.newContext({ baseURL });
  try {
    const answer = await caller.post(`/api/trpc/${procedure}`, { data });
    if (!answer.ok()) throw new Error(`${procedure} failed: ${await answer.text()}`);
    return await caller.storageState();
  } finally {
    await caller.dispose();
  }
}
