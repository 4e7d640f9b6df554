import { describe, expect, test } from "vitest";
import { ask, HARBOR, modelAt, siteOf, siteWithMeaning } from "./testing-answers.ts";

const offline = { site: HARBOR, model: modelAt(null) };

describe("without a model", () => {
  test("the answer is quoted, labelled, with its code whole and its source", async () => {
    const { text, record, chunks } = await ask("How do I change the size limit of an upload?", offline);

    expect(text).toMatch(/^\*Quoted from the documentation\. This installation has no language model\.\*/);
    expect(text).toMatch(/\*\*Uploads › Size limit\*\* \[1\]\n\n> A file may be 50 MB\./);
    expect(text).toContain("```sh\nMAX_UPLOAD_MB=200 harbor start\n```");
    expect(record).toMatchObject({ category: "answered", use: { modelCalls: 0, costMicroUsd: 0 } });
    expect(record.sources[0]?.url).toBe("/guide/upload#size-limit");
    expect(chunks.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(1);
  });

  test("the mark of an unanswered question is only words where a page holds it", async () => {
    const marked = await siteOf({ "marks.md": "# Marks\n\nA question without an answer ends with [[unanswered]].\n" });

    const { text, record } = await ask("What does a question without an answer end with?", {
      ...offline,
      site: marked,
    });

    expect(record.category).toBe("answered");
    expect(text).toContain("ends with [[unanswered]].");
  });

  test("a question of one word on another topic is not answered by the one before it", async () => {
    const history = [{ role: "user" as const, text: "How do I change the size limit of an upload?" }];

    const { text, record } = await ask("What is restore?", { ...offline, history });

    expect(record).toMatchObject({ category: "answered", searchedFor: "What is restore? change size limit upload" });
    expect(record.sources.map(({ url }) => url)).toEqual(["/guide/backup#restore"]);
    expect(text).not.toContain("50 MB");
  });

  test("the page that words and meaning agree about answers, although it has few of the words", async () => {
    const site = await siteWithMeaning({
      "rollout.md":
        "# Gradual rollout\n\nWith percentage rollouts, a feature flag is turned on for a growing share of users.\n",
      "segments.md": "# Segments\n\nA segment is a list of users with the same plan.\n",
      "billing.md": "# Billing\n\nInvoices are sent on the first day of a month.\n",
      "keys.md": "# Keys\n\nRotate a key when a person leaves.\n",
      "sdk.md": "# SDK\n\nInstall it with npm.\n",
    });
    const asked = async (question: string) => (await ask(question, { ...offline, site })).record;

    const rollout = await asked("How do I slowly roll out a feature to more and more customers?");

    expect(rollout).toMatchObject({ category: "answered", sources: [{ path: "/rollout" }] });
    expect(rollout.text).toContain("for a growing share of users");
    expect((await asked("How do I slowly paint the wall of a feature film?")).category).toBe("unanswered");
  });

  test("a page with a copy for each version answers as one without", async () => {
    const rollout =
      "# Gradual rollout\n\nWith percentage rollouts, a feature flag is turned on for a growing share of users.\n";
    const site = await siteWithMeaning({
      "v1/rollout.md": rollout,
      "v2/rollout.md": rollout,
      "segments.md": "# Segments\n\nA segment is a list of users with the same plan.\n",
      "billing.md": "# Billing\n\nInvoices are sent on the first day of a month.\n",
      "keys.md": "# Keys\n\nRotate a key when a person leaves.\n",
      "sdk.md": "# SDK\n\nInstall it with npm.\n",
    });

    const { record } = await ask("How do I slowly roll out a feature to more and more customers?", {
      ...offline,
      site,
    });

    expect(record).toMatchObject({ category: "answered", sources: [{ path: "/v2/rollout" }] });
  });

  test("where nothing fits it says so, and names the nearest pages", async () => {
    const { text, record } = await ask("Which kubernetes operator rotates certificates of a backup cluster?", offline);

    expect(text).toMatch(/The documentation doesn't seem to answer this\. The nearest pages:\n\n- Backups \[\d\]/);
    expect(record.category).toBe("unanswered");
  });

  test("an empty question and an absurd one get an honest answer", async () => {
    for (const question of ["???", "zzyzx", "x".repeat(30_000)]) {
      const { text, record } = await ask(question, offline);

      expect(text).toContain("The documentation doesn't seem to answer this.");
      expect(record.category).toBe("unanswered");
    }
  });
});
