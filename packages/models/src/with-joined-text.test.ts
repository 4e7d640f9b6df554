import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { withJoinedText } from "./with-joined-text.ts";

type Part = LanguageModelV4StreamPart;

type Controller = ReadableStreamDefaultController<Part>;
type Source = {
  start?(controller: Controller): void | Promise<void>;
  pull?(controller: Controller): void;
  cancel?(reason: unknown): void;
};

const text = (delta: string, id = "1"): Part => ({ type: "text-delta", id, delta });

/** A model whose parts and their timing the test decides. */
function speaking(source: Source): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "speaking",
    modelId: "speaking-1",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("It only streams.")),
    doStream: async () => ({ stream: new ReadableStream<Part>(source) }),
  };
}

const open = async (source: Source) => (await withJoinedText(speaking(source)).doStream({ prompt: [] })).stream;

const readAll = async (stream: ReadableStream<Part>) => {
  const parts: Part[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
};

const saying = (...parts: Part[]) =>
  open({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });

test("text that arrives together is one part, and everything keeps its order", async () => {
  const start: Part = { type: "text-start", id: "1" };
  const end: Part = { type: "text-end", id: "1" };
  const stream = await saying(start, text("a"), text("b"), text("c"), end, text("d", "2"), text("e", "3"));

  expect(await readAll(stream)).toEqual([start, text("abc"), end, text("d", "2"), text("e", "3")]);
});

test("text with something of its provider's stays by itself", async () => {
  const marked: Part = { ...text("b"), providerMetadata: { own: { signature: "x" } } } as Part;

  expect(await readAll(await saying(text("a"), marked, text("c"), text("d")))).toEqual([text("a"), marked, text("cd")]);
});

test("long text stays in several parts", async () => {
  const words = Array.from({ length: 20 }, (_, at) => text(`word ${at} `));

  const parts = await readAll(await saying(...words));

  expect(parts.length).toBeGreaterThan(1);
  expect(parts.length).toBeLessThan(5);
  expect(parts.map((part) => part.type === "text-delta" && part.delta).join("")).toMatch(/^word 0 .*word 19 $/);
});

test("the first parts are short, and later ones of text that came at one time are longer", async () => {
  const words = Array.from({ length: 200 }, () => text("eight---"));

  const lengths = (await readAll(await saying(...words))).map(
    (part) => part.type === "text-delta" && part.delta.length,
  );

  expect(lengths.slice(0, 4)).toEqual([64, 128, 256, 256]);
});

test("text does not wait for what comes later", async () => {
  const later = Promise.withResolvers<void>();
  const stream = await open({
    async start(controller) {
      controller.enqueue(text("now "));
      controller.enqueue(text("and here"));
      await later.promise;
      controller.enqueue(text("later"));
      controller.close();
    },
  });
  const reader = stream.getReader();

  const first = await reader.read();
  later.resolve();
  const second = await reader.read();

  expect([first.value, second.value]).toEqual([text("now and here"), text("later")]);
  expect((await reader.read()).done).toBe(true);
});

test("a failure comes behind the text before it", async () => {
  const stream = await open({
    pull(controller) {
      controller.error(new Error("overloaded"));
    },
    start(controller) {
      controller.enqueue(text("begun"));
    },
  });
  const reader = stream.getReader();

  expect((await reader.read()).value).toEqual(text("begun"));
  await expect(reader.read()).rejects.toThrow("overloaded");
});

test("a caller that stops reading ends the model's stream", async () => {
  const left = Promise.withResolvers<unknown>();
  const stream = await open({ cancel: (reason) => left.resolve(reason) });

  await stream.cancel("gone");

  expect(await left.promise).toBe("gone");
});

test("everything else of the model stays unchanged", () => {
  const model = speaking({});

  expect(withJoinedText(model)).toMatchObject({ provider: "speaking", modelId: "speaking-1" });
});
