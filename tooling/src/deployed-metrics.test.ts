import { execFile, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createTestServices } from "@docsteward/services/testing";
import { renderMetrics } from "@docsteward/web/server/metrics";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { findPromtool } from "./checks/promtool.ts";

const DEPLOY = new URL("../../deploy/", import.meta.url);

const PROMTOOL = findPromtool();
const run = promisify(execFile);

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

test.skipIf(PROMTOOL === null)("Prometheus takes the alert rules, and each fires on what it is for alone", async () => {
  const folder = fileURLToPath(new URL("prometheus", DEPLOY));
  const [rules, cases] = [await readRules(), await readFile(new URL("prometheus/alerts.test.yaml", DEPLOY), "utf8")];
  const checked = await run(PROMTOOL ?? "", ["check", "rules", "alerts.yaml"], { cwd: folder });
  const tested = await run(PROMTOOL ?? "", ["test", "rules", "alerts.test.yaml"], { cwd: folder });

  expect(checked.stdout).toContain(`SUCCESS: ${rules.length} rules found`);
  expect(tested.stdout).toContain("SUCCESS");
  const fired = [...cases.matchAll(/alertname: (\w+)\n\s+exp_alerts:/g)].map(([, name]) => name);
  expect(fired.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

test.skipIf(PROMTOOL === null)("Prometheus has nothing to say about the metrics of ours", async () => {
  await using services = await createTestServices();
  const child = spawn(PROMTOOL ?? "", ["check", "metrics"], { stdio: ["pipe", "ignore", "pipe"] });
  child.stdin.end(await renderMetrics(services));
  const said = (await text(child.stderr)).split("\n");

  // Those of Node are called as the library calls them.
  expect(said.filter((line) => line !== "" && !line.startsWith("docsteward_web_nodejs_"))).toEqual([]);
});
