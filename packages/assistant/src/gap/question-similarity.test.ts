import { describe, expect, test } from "vitest";
import { createOfflineEmbedder } from "../embedding/offline/offline-embedder.ts";
import { questionFeatures, questionSimilarity } from "./question-similarity.ts";

const embedder = createOfflineEmbedder();

async function compare(a: string, b: string): Promise<number> {
  const sketch = async (text: string) => questionFeatures(text, await embedder.embedQuery(text));
  return questionSimilarity(await sketch(a), await sketch(b));
}

describe("two questions ask the same:", () => {
  test.each([
    ["How do I rotate an API key?", "API key rotation"],
    ["How do I rotate an API key?", "how can I rotate my API key without downtime"],
    ["Increase the upload size limit", "How can I raise the maximum size of uploads?"],
    ["How do I export my data to CSV?", "csv export"],
    ["Can I run it in Docker containers?", "running inside a container with docker"],
    ["kubernetes helm chart", "Is there a Helm chart for Kubernetes?"],
    ["Is there SSO with SAML?", "sso"],
    ["What does error E1042 mean?", "error E1042"],
    ["How do I set MAX_UPLOAD_MB?", "Where do I set `max-upload-mb`?"],
    ["Wie ändere ich das Passwort?", "Wie ändere ich mein Passwort?"],
    ["設定ファイルはどこですか", "設定ファイルはどこ"],
    ["???", "???"],
  ])("%s / %s", async (a, b) => {
    expect(await compare(a, b)).toBeGreaterThan(0);
    expect(await compare(b, a)).toBe(await compare(a, b));
  });
});

describe("two questions do not ask the same:", () => {
  test.each([
    ["other codes", "What does error E1042 mean?", "What does error E2001 mean?"],
    ["the contrary", "How do I create a new project?", "How do I delete a project?"],
    ["another platform", "Does it work on Windows?", "Does it work on macOS?"],
    ["another target", "How do I deploy with Docker?", "deploy on k8s"],
    ["another part of the same thing", "What are the rate limits of the API?", "How do I rotate an API key?"],
    ["another platform of three", "How do I install Harbor on Windows?", "How do I install Harbor on Linux?"],
    ["another language", "How do I connect to PostgreSQL from Python?", "How do I connect to PostgreSQL from Ruby?"],
    ["another plan", "Does the free plan include SSO?", "Does the team plan include SSO?"],
    ["the contrary of many words", "Show line numbers in code blocks", "Hide line numbers in code blocks"],
    ["another end of a scale", "What is the maximum upload size?", "What is the minimum upload size?"],
    ["another step", "How do I upgrade from v1 to v2?", "How do I upgrade from v2 to v3?"],
    ["another process", "Where are the logs of the worker stored?", "Where are the logs of the web server stored?"],
    ["another host", "Deploy to AWS Lambda with Terraform", "Deploy to Google Cloud with Terraform"],
    ["nothing in common", "How do I set up webhooks?", "Is there a Helm chart?"],
    ["nothing that tells what they are about", "???", "!!!"],
  ])("%s", async (_, a, b) => {
    expect(await compare(a, b)).toBe(0);
  });
});

test("words alone decide where no embedder knows the questions", () => {
  const [a, b] = ["rotate keys", "How do I rotate my keys?"].map((text) => questionFeatures(text, null));

  expect(a && b && questionSimilarity(a, b)).toBe(1);
});

test("vectors of two embedders are not compared", () => {
  const a = questionFeatures("rotate keys", new Float32Array([1, 0]));
  const b = questionFeatures("webhooks", new Float32Array([1, 0, 0]));

  expect(questionSimilarity(a, b)).toBe(0);
});

test("a question of any size is sketched", () => {
  const { words } = questionFeatures("word ".repeat(200_000), null);

  expect(words).toEqual(new Set(["word"]));
});
