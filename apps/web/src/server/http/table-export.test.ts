import type { ProjectContext } from "@docsteward/services/context";
import { seedSite } from "@docsteward/services/site/testing-site";
import { type SeedMemberOptions, seedJob, seedMember, seedSession } from "@docsteward/services/testing";
import { answerQuestion } from "@docsteward/services/thread/answer";
import { expect } from "vitest";
import { GET as exportConversations } from "#app/(dashboard)/[org]/[domain]/conversations/export/route.ts";
import { GET as exportJobs } from "#app/(dashboard)/[org]/[domain]/jobs/export/route.ts";
import { GET as exportAudit } from "#app/(dashboard)/settings/[org]/audit/export/route.ts";
import { appProjectTest } from "#testing/test-app.ts";

const ROUTES = { jobs: exportJobs, conversations: exportConversations, audit: exportAudit };

const test = appProjectTest().extend(
  "download",
  { scope: "file" },
  ({ services }) =>
    async (
      list: keyof typeof ROUTES,
      query: string,
      { organization, project }: ProjectContext,
      member: SeedMemberOptions = { role: "owner" },
    ): Promise<Response> => {
      const cookie = await seedSession(services, { userId: (await seedMember(services, member)).id });
      const request = new Request(`http://localhost/export${query}`, { headers: { cookie } });
      return ROUTES[list](request, { params: Promise.resolve({ org: organization.slug, domain: project.domain }) });
    },
);

test("the list of jobs is downloaded as it is narrowed, and no formula comes along", async ({ ctx, download }) => {
  const { id } = await seedJob(ctx, {
    prompt: "=1+1",
    status: "failed",
    failureCode: "stuck",
    failureReason: "Stuck.",
  });
  await seedJob(ctx, { prompt: "Something else" });

  const csv = await download("jobs", "?status=failed", ctx, { role: "viewer" });
  const json = await download("jobs", "?status=failed&format=json", ctx, { role: "viewer" });

  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [names, line, end] = (await csv.text()).split("\r\n");
  expect(names).toMatch(/^job,created_at,/);
  expect(line).toMatch(new RegExp(`^${id},.*,'=1\\+1,`));
  expect(end).toBe("");
  expect(json.headers.get("content-type")).toBe("application/json");
  expect(json.headers.get("content-disposition")).toMatch(/^attachment; filename=".*-jobs-\d{4}-\d\d-\d\d\.json"$/);
  expect(await json.json()).toEqual([
    expect.objectContaining({ job: id, prompt: "=1+1", status: "failed", failure: "Stuck.", author: null }),
  ]);
});

test("conversations are downloaded as they are narrowed", async ({ ctx, download }) => {
  await seedSite(ctx, [{ path: "/flags", title: "Flags", text: "A kill-switch turns a feature off." }]);
  const messages = [{ role: "user" as const, content: "What turns a feature off?" }];
  const answer = await answerQuestion(ctx, { fp: "ada", messages, signal: new AbortController().signal });
  for await (const _ of answer.chunks);

  const found = await download("conversations", "?q=feature&format=json", ctx, { role: "viewer" });
  const none = await download("conversations", "?q=nothing&format=json", ctx, { role: "viewer" });

  expect(await found.json()).toEqual([
    expect.objectContaining({ reader: "ada", question: "What turns a feature off?", sources: "/flags" }),
  ]);
  expect(await none.json()).toEqual([]);
});

test("the audit log is for admins", async ({ ctx, download }) => {
  const refused = await download("audit", "", ctx, { role: "member" });
  const given = await download("audit", "?q=nothing-like-it", ctx, { role: "admin" });

  expect(refused.status).toBe(403);
  expect(given.status).toBe(200);
  expect(await given.text()).toBe("event,at,actor_kind,actor_id,actor,action,target,project,details\r\n");
});

test.for(["jobs", "conversations", "audit"] as const)(
  "the %s of an organization are hidden from people of another one",
  async (list, { ctx, download }) => {
    const response = await download(list, "", ctx, { organizationId: null });

    expect(response.status).toBe(404);
  },
);
