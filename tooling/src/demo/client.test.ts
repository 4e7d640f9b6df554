import { expect, test } from "vitest";
import { readEventStream } from "./client.ts";

const toStream = (...pieces: string[]) => ReadableStream.from(pieces.map((piece) => new TextEncoder().encode(piece)));

async function readAll(...pieces: string[]): Promise<string[]> {
  const events: string[] = [];
  for await (const event of readEventStream(toStream(...pieces))) events.push(event);
  return events;
}

test("events come out whole, however they were cut on the way", async () => {
  expect(await readAll('id: 1\ndata: {"a"', ":1}\n", "\nid: 2\ndata: b\n\n")).toEqual(['{"a":1}', "b"]);
});

test("comments and other fields are no events", async () => {
  expect(await readAll(": ping\n\nretry: 1000\n\ndata: a\ndata: b\n\n")).toEqual(["a\nb"]);
});

test("an event that was cut off by the end is left out", async () => {
  expect(await readAll("data: a\n\ndata: b")).toEqual(["a"]);
});
