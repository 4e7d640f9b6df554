import { AutomationDefinition } from "@docsteward/contract/automation";
import { parseInput } from "@docsteward/contract/input-schema";
import { startTestGitHub } from "@docsteward/git/testing-github";
import { expect } from "vitest";
import { inTransaction } from "../context.ts";
import { addSource } from "../source.ts";
import { seedProject, type TestServicesOptions } from "../testing.ts";
import { servicesTest, untilEnd } from "../testing-fixtures.ts";
import { createAutomation } from "./define.ts";
import { addReport, publishReport, requeueOverdueReports } from "./report.ts";

type Pages = Parameters<typeof addReport>[1]["pages"];

const NAMED: Pages = [
  {
    path: "guides/cache.md",
    reasons: [{ kind: "name", message: "`--no-cache` is gone.", lines: [3], source: { path: "cli.ts", line: 1 } }],
  },
];

const test = servicesTest()
  .extend("at", { scope: "file" }, untilEnd(startTestGitHub))
  .extend("options", { scope: "file" }, ({ at }): TestServicesOptions => ({ gitHubApp: at.config, isWorker: true }))
  .extend("ctx", { scope: "file" }, async ({ at, services }) => {
    const ctx = await seedProject(services, { repository: at.repository.url() });
    await addSource(ctx, { name: "app", repository: at.repository.url() });
    return ctx;
  })
  /** A pull request of the source, with an automation that reports on it. */
  .extend("report", { scope: "file" }, ({ at, ctx }) => async (name: string) => {
    const head = await at.repository.commit({ [`${name}.md`]: "New\n" }, { branch: name });
    const number = await at.repository.openPull({ branch: name, title: name });
    const definition = { name, on: { pull_request: { source: "app" } }, prompt: "Update the pages." };
    const { id: automationId } = await createAutomation(ctx, parseInput(AutomationDefinition, definition));
    const data = { source: "app", base: head, head, pull: { number, url: `${at.repository.url()}/pull/${number}` } };
    const add = async (given: { pages: Pages; head?: string }) => {
      await inTransaction(ctx, (ctx) =>
        addReport(ctx, {
          ...{ automationId, data: { ...data, head: given.head ?? head } },
          ...{ jobId: null, pages: given.pages, silence: null, refusal: null },
        }),
      );
      return ctx.db.automationReport.findFirstOrThrow({ where: { automationId } });
    };
    const pull = () => at.repository.pulls().find((pull) => pull.number === number);
    const checks = () => at.repository.checkRuns().filter((check) => check.name === `Docs: ${name}`);
    return { add, comments: () => pull()?.comments ?? [], checks, close: () => at.repository.closePull(number) };
  });

test("a report whose check GitHub refuses is still a comment, which says why", async ({ ctx, report }) => {
  const { add, comments } = await report("refused");
  const { id } = await add({ pages: NAMED, head: "0".repeat(40) });

  await publishReport(ctx, { reportId: id });

  expect(comments()).toMatchObject([{ body: expect.stringContaining("**1 page will be false**") }]);
  expect(comments()[0]?.body).toContain("No commit found for SHA");
  expect(await ctx.db.automationReport.findUnique({ where: { id } })).toMatchObject({
    publishedRevision: 1,
    claimedUntil: null,
    error: expect.stringContaining("No commit found"),
  });
});

test("a comment that a person deleted is made again, and one whose answer was lost is found", async ({
  ctx,
  report,
}) => {
  const { add, comments } = await report("deleted");
  const { id } = await add({ pages: NAMED });
  await publishReport(ctx, { reportId: id });
  (comments() as unknown[]).splice(0);
  await add({ pages: NAMED });
  await publishReport(ctx, { reportId: id });
  expect(comments()).toHaveLength(1);

  await ctx.db.automationReport.update({ where: { id }, data: { commentId: "1" } });
  await add({ pages: [] });
  await publishReport(ctx, { reportId: id });

  expect(comments()).toMatchObject([{ body: expect.stringContaining("**No page will be false**") }]);
  const { commentId } = await ctx.db.automationReport.findUniqueOrThrow({ where: { id } });
  expect(commentId).toBe(String(comments()[0]?.id));
});

test("a list that is too long for a comment ends after a whole line, and says how much is left", async ({
  ctx,
  report,
}) => {
  const { add, comments } = await report("long");
  const reasons = Array.from({ length: 400 }, (_, index) => ({
    ...{ kind: "name", lines: [index + 1], source: null },
    message: `\`--flag-${index}${"x".repeat(300)}\` is gone: ${"@everyone ".repeat(10)}.`,
  }));
  const { id } = await add({ pages: [{ path: "guides/cache.md", reasons }] });

  await publishReport(ctx, { reportId: id });

  const [comment] = comments();
  const lines = comment?.body.split("\n").filter((line) => line.startsWith("- ")) ?? [];
  expect(comment?.body.length).toBeLessThan(65_536);
  expect(lines.at(-1)).toBe(`- ${400 - (lines.length - 1)} more`);
  expect(comment?.body).not.toContain("@everyone");
});

test("a check has every annotation that GitHub takes in several calls, and 100 at most", async ({ ctx, report }) => {
  const { add, checks } = await report("many");
  const reasons = Array.from({ length: 120 }, (_, index) => ({
    ...{ kind: "name", lines: [index + 1], message: `\`--flag-${index}\` is gone.` },
    source: { path: "cli.ts", line: index + 1 },
  }));
  const { id } = await add({ pages: [{ path: "guides/cache.md", reasons }] });

  await publishReport(ctx, { reportId: id });

  const [check, ...others] = checks();
  expect(others).toEqual([]);
  expect(check?.annotations.map(({ start_line: line }) => line)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 1),
  );
});

test("a pull request that was closed while its report waited gets neither a check nor a comment", async ({
  ctx,
  report,
}) => {
  const { add, comments, checks, close } = await report("closed");
  const { id } = await add({ pages: NAMED });
  await close();

  await publishReport(ctx, { reportId: id });

  expect([comments(), checks()]).toEqual([[], []]);
  expect(await ctx.db.automationReport.findUniqueOrThrow({ where: { id } })).toMatchObject({ publishedRevision: 1 });
});

test("a report that GitHub did not take in an hour is tried again, for a day", async ({ ctx, report, services }) => {
  const { add } = await report("overdue");
  const { id } = await add({ pages: NAMED });
  const setAge = (hours: number) =>
    ctx.db.automationReport.update({
      where: { id },
      data: { updatedAt: new Date(services.clock.now().getTime() - hours * 3_600_000) },
    });
  await setAge(0);
  expect(await requeueOverdueReports(services)).toBe(0);
  await setAge(2);
  expect(await requeueOverdueReports(services)).toBe(1);
  await setAge(30);
  expect(await requeueOverdueReports(services)).toBe(0);

  await publishReport(ctx, { reportId: id });
  await setAge(2);
  expect(await requeueOverdueReports(services)).toBe(0);
});
