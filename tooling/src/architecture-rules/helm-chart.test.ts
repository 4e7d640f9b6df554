import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ENV_KEYS } from "@docsteward/platform/env";
import { SECRET_KEYS } from "@docsteward/platform/secret-files";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { ROOT } from "../root.ts";

type Values = { [key: string]: unknown; secretKeys: Record<string, string> };

const CHART = join(ROOT, "deploy/helm/docsteward");
const read = (path: string) => readFile(join(CHART, path), "utf8");
const values = parse(await read("values.yaml")) as Values;
const validate = new Ajv({ strict: false }).compile(JSON.parse(await read("values.schema.json")) as object);
const names = await readdir(join(CHART, "templates"));
const templates = (await Promise.all(names.map((name) => read(`templates/${name}`)))).join("\n");
const given = { ...values, baseUrl: "https://docs.test", existingSecret: "docs-secrets" };

/** The paths of all values, such as `web.autoscaling.enabled`. Maps whose keys an operator chooses are one value. */
function pathsOf(value: unknown, path: string[] = []): string[] {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isMap || ["env", "secretKeys", "annotations", "resources"].includes(path.at(-1) ?? "")) return [path.join(".")];
  return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]));
}

test("the chart's templates use every value, and no other", () => {
  const used = [...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path);

  expect([...new Set(used)].toSorted()).toEqual(pathsOf(values).toSorted());
});

test("the chart's schema knows every value, and refuses a chart without address and secret, and misspelled values", () => {
  expect([validate(given), validate.errors]).toEqual([true, null]);
  expect(validate(values)).toBe(false);
  expect(validate({ ...given, existingSecret: "" })).toBe(false);
  expect(validate({ ...given, replicas: 2 })).toBe(false);
  expect(validate({ ...given, web: { replica: 2 } })).toBe(false);
  expect(validate({ ...given, image: { repository: "docsteward", digest: "sha256:abc" } })).toBe(false);
});

test("the chart sets only variables that exist, starts parts that exist, and names the version of the workspace", async () => {
  const set = [...templates.matchAll(/\{ name: ([A-Z_]+), value/g)].map(([, name = ""]) => name);
  const parts = [...templates.matchAll(/args: \[serve, (\w+)\]/g)].map(([, part]) => part);
  const chart = parse(await read("Chart.yaml")) as { version: string; appVersion: string };
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string };

  expect(set.length).toBeGreaterThan(3);
  expect(set.filter((name) => !(ENV_KEYS as readonly string[]).includes(name))).toEqual([]);
  expect(Object.keys(values.secretKeys).filter((key) => !(SECRET_KEYS as readonly string[]).includes(key))).toEqual([]);
  expect(parts.toSorted()).toEqual(["migrate", "web", "worker"]);
  expect(chart).toMatchObject({ version, appVersion: version });
});

test("every pod of the chart runs as an ordinary user on a read-only root file system, without capabilities", () => {
  const include = (name: string) => templates.split(`include "docsteward.${name}" .`).length - 1;

  expect([include("pod"), include("container"), include("volumes")]).toEqual([3, 3, 3]);
  for (const rule of ["runAsNonRoot: true", "readOnlyRootFilesystem: true", "drop: [ALL]", "type: RuntimeDefault"])
    expect(templates.split(rule)).toHaveLength(2);
  expect(templates.split("automountServiceAccountToken: false")).toHaveLength(2);
});

type Manifest = {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: Record<string, never>;
};

/** What a template makes, as YAML: lines that only control or include are left out, and `x` stands where a value is written. */
async function manifestsOf(name: string): Promise<Manifest[]> {
  const lines = (await read(`templates/${name}`)).split("\n").filter((line) => !/^\s*\{\{-.*\}\}$/.test(line));
  return parseAllDocuments(lines.join("\n").replaceAll(/\{\{[^{}]*\}\}/g, "x")).map((one) => one.toJS() as Manifest);
}

test("the web process is probed: its start and life by /healthz, its readiness by /readyz; nothing probes a worker", async () => {
  const containersOf = async (name: string) =>
    (await manifestsOf(name)).find(({ kind }) => kind === "Deployment")?.spec as unknown as {
      template: { spec: { containers: Record<string, { httpGet?: { path: string; port: string } }>[] } };
    };
  const [web] = (await containersOf("web.yaml")).template.spec.containers;
  const [worker] = (await containersOf("worker.yaml")).template.spec.containers;
  const pathOf = (probe: string) => [web?.[probe]?.httpGet?.path, web?.[probe]?.httpGet?.port];

  expect(["startupProbe", "livenessProbe", "readinessProbe"].map(pathOf)).toEqual([
    ["/healthz", "http"],
    ["/healthz", "http"],
    ["/readyz", "http"],
  ]);
  expect(Object.keys(worker ?? {}).filter((key) => key.endsWith("Probe"))).toEqual([]);
});

test("web and workers keep all but one pod through a disruption, and scale by CPU, workers also by jobs that wait", async () => {
  const [web, worker] = [await manifestsOf("web.yaml"), await manifestsOf("worker.yaml")];
  const specOf = (manifests: Manifest[], kind: string) => manifests.find((one) => one.kind === kind)?.spec;

  for (const [part, manifests] of [
    ["web", web],
    ["worker", worker],
  ] as const) {
    const name = `x-${part}`;
    expect(specOf(manifests, "PodDisruptionBudget")).toMatchObject({ maxUnavailable: 1 });
    expect(specOf(manifests, "HorizontalPodAutoscaler")).toMatchObject({
      scaleTargetRef: { kind: "Deployment", name },
      metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization" } } }],
    });
    for (const { kind, metadata } of manifests)
      if (["Deployment", "PodDisruptionBudget", "HorizontalPodAutoscaler"].includes(kind))
        expect(metadata.name).toBe(name);
  }
  expect(specOf(worker, "ScaledObject")).toMatchObject({
    scaleTargetRef: { name: "x-worker" },
    triggers: [{ type: "prometheus", metadata: { query: expect.stringContaining("docsteward_queue_entries") } }],
  });
});

test("migrations are a hook before each install and upgrade, and policies let only callers of the web process in", async () => {
  const [migrate] = await manifestsOf("migrate.yaml");
  const [all, web] = await manifestsOf("network-policy.yaml");

  expect(migrate).toMatchObject({
    kind: "Job",
    metadata: { annotations: { "helm.sh/hook": "pre-install,pre-upgrade" } },
    spec: { template: { spec: { restartPolicy: "Never" } } },
  });
  const egress = [{ ports: [{ port: 53 }, { port: 53 }] }, { ports: [{ port: "x" }] }, { ports: [{ port: 443 }] }];
  expect(all).toMatchObject({
    kind: "NetworkPolicy",
    spec: { policyTypes: ["Ingress", "Egress"], ingress: [], egress },
  });
  expect(web).toMatchObject({
    kind: "NetworkPolicy",
    spec: { policyTypes: ["Ingress"], ingress: [{ ports: [{ port: "http" }] }] },
  });
});
