import { reply } from "@docsteward/model-script/script";
import { askAssistant } from "@docsteward/tooling/demo/questions";
import type { APIRequestContext, APIResponse } from "@playwright/test";
import { TYPO, untilRest } from "./steps.ts";
import type { Site, World } from "./world.ts";

/** Parts of a project at fixed addresses. */
const PARTS = [
  "",
  "jobs",
  "pulls",
  "automations",
  "automations/new",
  "pages",
  "assistant",
  "assistant/compare",
  "conversations",
  "conversations/gaps",
  "keys",
  "analytics",
  "usage",
  "settings",
  "settings/index",
  "settings/sources",
  "settings/golden",
  "settings/checks",
  "settings/models",
  "settings/limits",
  "settings/webhooks",
  "settings/origins",
  "settings/access",
  "settings/widget",
  "settings/github",
  "settings/danger",
];

/**
 * Creates activity on a site, so that its pages have something to show.
 *
 * @param word tells the site's conversations with the scripted model from others
 * @param request of a signed-in person
 * @returns the addresses of all pages, by name
 */
export async function pagesOf(
  { world, site, request }: { world: World; site: Site; request: APIRequestContext },
  word: string,
): Promise<Record<string, string>> {
  const { dashboardUrl, domain, assistantKey: key } = site.project;
  const { url } = world.service;
  world.model.play(`fixed-${word}`, [TYPO.read, TYPO.edit, TYPO.finish]);
  const { id } = await site.api.createJob(`Fix the typo (fixed-${word})`);
  const { prLink } = await untilRest(site.api, id);
  const ask = (question: string) => askAssistant({ url, domain, key, signal: AbortSignal.timeout(200_000) }, question);
  world.model.play(`found-${word}`, [reply.text("Run `lantern export` to write a backup [1].")]);
  await ask(`How do I write a backup to a file (found-${word})?`);
  world.model.play(`missed-${word}`, [reply.text("The documentation does not say.\n\n[[unanswered]]")]);
  await ask(`How often should I rehearse it (missed-${word})?`);
  const call = openCalls(request, url, { org: "demo", domain });
  const { threads } = await call.query<{ threads: { id: string }[] }>("thread.list");
  const { gaps } = await call.query<{ gaps: { id: string }[] }>("gap.list");
  await call.mutate("webhook.create", { url: "https://hooks.example.com/docs", events: [] });
  const [webhook] = await call.query<{ id: string }[]>("webhook.list");
  return {
    projects: url,
    ...Object.fromEntries(PARTS.map((part) => [part.replace("/", "-") || "overview", `${dashboardUrl}/${part}`])),
    job: `${dashboardUrl}/jobs/${id}`,
    "job-changes": `${dashboardUrl}/jobs/${id}?tab=changes`,
    "job-preview": `${dashboardUrl}/jobs/${id}?tab=preview`,
    pull: String(prLink),
    page: `${dashboardUrl}/pages/details?path=%2F`,
    conversation: `${dashboardUrl}/conversations/${threads[0]?.id}`,
    gap: `${dashboardUrl}/conversations/gaps/${gaps[0]?.id}`,
    webhook: `${dashboardUrl}/settings/webhooks/${webhook?.id}`,
    account: `${url}/account`,
    notifications: `${url}/account/notifications`,
    members: `${url}/settings/demo/members`,
    "organization-models": `${url}/settings/demo/models`,
    "organization-limits": `${url}/settings/demo/limits`,
    "organization-github": `${url}/settings/demo/github`,
    audit: `${url}/settings/demo/audit`,
    github: `${url}/settings/github`,
    installation: `${url}/settings/installation`,
    reference: `${url}/reference`,
  };
}

/** Calls procedures as the dashboard's own pages do. */
function openCalls(request: APIRequestContext, url: string, site: object) {
  const answerOf = async <Data>(answer: APIResponse): Promise<Data> => {
    if (!answer.ok()) throw new Error(`${answer.url()} failed: ${await answer.text()}`);
    const { result }: { result: { data: Data } } = await answer.json();
    return result.data;
  };
  return {
    query: async <Data>(procedure: string) =>
      answerOf<Data>(await request.get(`${url}/api/trpc/${procedure}`, { params: { input: JSON.stringify(site) } })),
    mutate: async (procedure: string, input: object) =>
      answerOf(await request.post(`${url}/api/trpc/${procedure}`, { data: { ...site, ...input } })),
  };
}
