import { seedSite } from "@docsteward/services/site/testing-site";
import { seedJob, seedKey, seedMember, seedProject, seedSession } from "@docsteward/services/testing";
import { answerQuestion } from "@docsteward/services/thread/answer";
import { expect } from "vitest";
import { fieldsOf, fittingInput, type Procedure, procedureCaller } from "../../testing/procedures.ts";
import { appTest, signedInCaller } from "../../testing/test-app.ts";
import { appRouter } from "./root.ts";

/** Stands in everything of the other tenant, and in nothing else. */
const SECRET = "halcyon";
/** Fields that name something by its id or number. */
const NAMING = /^(?:id|.*Id|number|cursor|createdBy)$/;

const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;
const CASES = Object.entries(procedures).flatMap(([path, procedure]) => {
  if (procedure._def.type === "subscription") return [];
  const fields = Object.keys(fieldsOf(procedure)).filter((name) => NAMING.test(name));
  return fields.map((field) => [path, field, procedure] as const);
});

const test = appTest()
  .extend("theirs", { scope: "file", auto: true }, ({ services }) => seedProject(services))
  .extend("mine", { scope: "file", auto: true }, ({ services }) => seedProject(services))
  .extend("site", { scope: "file" }, ({ mine }): { org: string; domain: string } => ({
    org: mine.organization.slug,
    domain: mine.project.domain,
  }))
  .extend("asMine", { scope: "file" }, ({ services, mine }) => () => {
    return signedInCaller(services, { organizationId: mine.project.organizationId });
  })
  /** One of everything that has an id, and the ids. */
  .extend("seedEverything", { scope: "file" }, ({ services, theirs }) => async (): Promise<(string | number)[]> => {
    const { db } = services;
    const { id: projectId, organizationId } = theirs.project;
    const now = services.clock.now();
    const job = await seedJob(theirs, { prompt: `Describe the ${SECRET}`, title: SECRET, status: "completed" });
    const key = await seedKey(theirs, { name: SECRET });
    const reader = await seedKey(theirs, { kind: "assistant", name: SECRET });
    await seedSite(theirs, [{ path: `/${SECRET}`, title: SECRET, text: `The ${SECRET} turns a feature off.` }]);
    const messages = [{ role: "user" as const, content: `Is there a chart of the ${SECRET}?` }];
    const asked = await answerQuestion(theirs, { fp: "ada", messages, signal: new AbortController().signal });
    for await (const _ of asked.chunks);
    const thread = await db.thread.findFirstOrThrow({ where: { projectId } });
    const gap = { id: "gap_theirs", projectId, question: SECRET, lastAskedAt: now };
    const webhook = { id: "whk_theirs", projectId, url: `https://${SECRET}.example`, secret: SECRET };
    const delivery = { id: "dlv_theirs", endpointId: webhook.id, type: "job.created", body: SECRET };
    const invitation = {
      id: "inv_theirs",
      organizationId,
      role: "member",
      hash: SECRET,
      expiresAt: new Date(8e12),
    } as const;
    const event = { id: "aud_theirs", organizationId, actorKind: "operator", action: SECRET, targetId: projectId };
    const commits = { branch: "b", baseRef: "main", baseSha: "1".repeat(40), headSha: "2".repeat(40) };
    const at = { repository: theirs.project.repository, repositoryKey: theirs.project.repository };
    const pull = {
      id: "pul_theirs",
      projectId,
      number: 1,
      jobId: job.id,
      title: SECRET,
      body: SECRET,
      ...at,
      ...commits,
    };
    const installation = { id: "4711", account: SECRET, accountType: "User", organizationId, url: "https://x.example" };
    const prompt = { id: "prm_theirs", projectId, name: SECRET, prompt: SECRET, updatedAt: now };
    await db.savedPrompt.create({ data: prompt });
    const definition = { name: SECRET, on: { manual: true }, prompt: SECRET };
    const times = { createdAt: now, updatedAt: now };
    const automation = { id: "aut_theirs", projectId, name: SECRET, origin: "api", definition, ...times };
    await db.automation.create({ data: automation });
    await db.gap.create({ data: gap });
    await db.webhookEndpoint.create({ data: webhook });
    await db.webhookDelivery.create({ data: delivery });
    await db.invitation.create({ data: invitation });
    await db.auditEvent.create({ data: event });
    await db.pullRequest.create({ data: pull });
    await db.gitHubInstallation.create({ data: { ...installation, missingPermissions: [], updatedAt: now } });
    const member = await seedMember(services, { organizationId });
    await seedSession(services, { userId: member.id });
    const session = await db.userSession.findFirstOrThrow({ where: { userId: member.id } });
    const named = [
      job,
      key,
      reader,
      thread,
      gap,
      prompt,
      automation,
      webhook,
      delivery,
      invitation,
      event,
      pull,
      installation,
      member,
      session,
    ];
    const others = [asked.threadId, asked.messageId, `${thread.updatedAt.toISOString()}_${thread.id}`, projectId, 1];
    return [...named.map(({ id }) => id), ...others];
  })
  .extend("theirIds", { scope: "file", auto: true }, ({ seedEverything }) => seedEverything())
  /** All rows that belong to the other tenant or name something of it. */
  .extend("dump", { scope: "file" }, ({ services, theirs, theirIds }) => async (): Promise<string[]> => {
    const tables = await services.db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`;
    const marks = [SECRET, ...theirIds.filter((id) => typeof id === "string"), theirs.project.organizationId];
    const rows: string[] = [];
    for (const { name } of tables) {
      const found = await services.db.$queryRawUnsafe<{ row: unknown }[]>(
        `SELECT to_json(t) AS row FROM "${name}" AS t`,
      );
      for (const { row } of found) {
        const text = `${name} ${JSON.stringify(row)}`;
        if (marks.some((mark) => text.includes(mark))) rows.push(text);
      }
    }
    return rows.toSorted();
  });
test.beforeAll(({ mine }) =>
  seedSite(mine, [{ path: "/flags", title: "Flags", text: "A kill-switch turns a feature off." }]),
);

test.for(CASES)(
  "%s with another organization's %s tells and changes nothing of it",
  async ([path, field, procedure], { theirIds, site, asMine, dump }) => {
    const call = procedureCaller(asMine(), path);
    const plain = fittingInput(fieldsOf(procedure), site);
    const before = await dump();

    for (const id of theirIds) {
      const seen = await call({ ...plain, [field]: id }).catch((thrown: { message: string }) => thrown.message);

      expect(JSON.stringify(seen) ?? "").not.toContain(SECRET);
    }

    expect(await dump()).toEqual(before);
  },
);
