import { readFile } from "node:fs/promises";
import { createTestServices } from "@docsteward/services/testing";
import { renderMetrics } from "@docsteward/web/server/metrics";
import { expect, test } from "vitest";
import { parse } from "yaml";

const DEPLOY = new URL("../../deploy/", import.meta.url);

type Rule = { alert: string; expr: string; annotations: { summary: string; action: string } };
type Panel = { id: number; title: string; targets: { expr: string }[] };

const readRules = async () => {
  const { groups } = parse(await readFile(new URL("prometheus/alerts.yaml", DEPLOY), "utf8")) as {
    groups: { rules: Rule[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
};
const readPanels = async () =>
  (JSON.parse(await readFile(new URL("grafana/docsteward.json", DEPLOY), "utf8")) as { panels: Panel[] }).panels;

/** The names that a query reads, without what a histogram adds to its own. */
const namesIn = (expr: string) =>
  [...expr.matchAll(/docsteward_\w+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ""));

/** What workers are scaled by. */
const readScaling = async () => {
  const text = await readFile(new URL("helm/docsteward/templates/worker.yaml", DEPLOY), "utf8");
  return [...text.matchAll(/^ *query: (.+)$/gm)].map(([, query = ""]) => query);
};

test("every metric that an alert rule, the dashboard or the chart names exists, and each is about something of ours", async () => {
  await using services = await createTestServices();
  const rendered = await renderMetrics(services);
  const known = new Set([...rendered.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  const [rules, panels] = [await readRules(), await readPanels()];
  const queries = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...(await readScaling()),
  ];

  expect(queries.flatMap(namesIn).filter((name) => !known.has(name))).toEqual([]);
  // Each query is about something of ours, but the one that says that nothing answers.
  expect(queries.filter((expr) => namesIn(expr).length === 0)).toEqual(['up{job="docsteward"} == 0']);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { annotations } of rules) expect(Object.keys(annotations)).toEqual(["summary", "action"]);
});
