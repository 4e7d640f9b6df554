import { DEFAULT_WIDGET } from "@docsteward/contract/widget";
import { expect } from "vitest";
import { seedProject } from "./testing.ts";
import { servicesTest } from "./testing-fixtures.ts";
import { getWidgetConfig, getWidgetSettings, updateWidgetSettings } from "./widget.ts";

const test = servicesTest();

test("a project's widget has defaults, and then what was set for it alone", async ({ services }) => {
  const [ctx, other] = [await seedProject(services), await seedProject(services)];
  expect(await getWidgetConfig(ctx)).toEqual({
    ...{ domain: ctx.project.domain, contact: null, tools: [] },
    ...DEFAULT_WIDGET,
  });

  const settings = { ...DEFAULT_WIDGET, title: "Ask Acme", starters: [{ question: "How?", path: null }] };
  await updateWidgetSettings(ctx, settings);

  const stored = await services.db.project.findUniqueOrThrow({ where: { id: ctx.project.id } });
  expect(getWidgetSettings({ ...ctx, project: stored })).toEqual(settings);
  expect(getWidgetSettings(other)).toEqual(DEFAULT_WIDGET);
  const events = await services.db.auditEvent.findMany({ where: { action: "widget.updated" } });
  expect(events).toMatchObject([{ projectId: ctx.project.id, details: { title: "Ask Acme", starters: 1 } }]);
});

test("readers of a public project can add its MCP server to their tools", async ({ services }) => {
  const ctx = await seedProject(services);
  const { domain } = ctx.project;
  const { tools } = await getWidgetConfig({ ...ctx, project: { ...ctx.project, isPublic: true } });
  const url = `${ctx.baseUrl}/mcp/${domain}`;

  expect(tools.map(({ name }) => name)).toEqual(["Cursor", "VS Code", "Claude Code", "Claude"]);
  expect(tools.map(({ link }) => link?.split(":")[0])).toEqual(["cursor", "vscode", undefined, undefined]);
  expect(tools.map(({ text }) => text).slice(2)).toEqual([`claude mcp add --transport http ${domain} ${url}`, url]);
});

test("what an older or newer version stored is left aside where it does not fit", async ({ services }) => {
  const ctx = await seedProject(services);

  expect(getWidgetSettings({ ...ctx, project: { ...ctx.project, widget: { title: 7 } } })).toEqual(DEFAULT_WIDGET);
});
