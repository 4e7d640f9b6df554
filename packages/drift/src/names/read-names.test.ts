import { expect, test } from "vitest";
import { readNames } from "./read-names.ts";

const keysOf = (text: string) => {
  const keys: string[] = [];
  readNames(text, ({ key }) => keys.push(key));
  return keys;
};

test.each(["--no-cache", "noCache", "no_cache", "NO_CACHE", "NoCache", "no-cache"])(
  "%s is the name no-cache",
  (text) => {
    expect(keysOf(text)).toEqual(["no-cache"]);
  },
);

test("capitals that stand together are one part of a name", () => {
  expect(keysOf("parseJSONFile HTTPServer UV_HTTP_TIMEOUT")).toEqual([
    "parse-json-file",
    "http-server",
    "uv-http-timeout",
  ]);
});

test("a flag is a flag only behind two dashes of its own", () => {
  const shapes: string[] = [];
  readNames("run --force a--b ---- x", ({ written, shape }) => shapes.push(`${written} ${shape}`));

  expect(shapes).toEqual(["run word", "--force flag"]);
});

test("names joined by dots and slashes are several, and numbers are none", () => {
  expect(keysOf("server.port = 8080; src/main.rs")).toEqual(["server", "port", "src", "main", "rs"]);
});

test("reads as many steps as a hostile line is long", () => {
  for (const hostile of ["a-".repeat(100_000), "_".repeat(200_000), "aA".repeat(100_000), "--".repeat(100_000)]) {
    expect(keysOf(hostile).length).toBeLessThanOrEqual(1);
  }
});
