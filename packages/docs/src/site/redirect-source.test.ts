import { expect, test } from "vitest";
import { matchesSource, parseSource } from "./redirect-source.ts";

test.each([
  ["/docs/:path*", "/docs/a/b", true],
  ["/docs/:path*", "/docs", true],
  ["/docs/:path*", "/doc/a", false],
  ["/docs/*", "/docs/a/b", true],
  ["/docs/:name", "/docs/a", true],
  ["/docs/:name", "/docs/a/b", false],
  ["/docs/:name/edit", "/docs/a/edit", true],
  ["/docs/:name/edit", "/docs/a/show", false],
  ["/docs/:path*.mdx", "/docs/a", false],
  ["/docs/v:major", "/docs/v1", true],
  ["/docs/v:major", "/docs/next", false],
  ["/docs/:name((?!new|a/b)[^/]+)", "/docs/old", true],
  ["/docs/:name((?!new|a/b)[^/]+)", "/docs/old/page", false],
  ["/docs/(.*)", "/docs/a/b", true],
  ["/docs/[...slug]", "/docs/a/b", true],
  ["/docs/[slug]", "/docs/a/b", false],
])("%s sends %s elsewhere: %s", (source, route, expected) => {
  expect(matchesSource(parseSource(source), route)).toBe(expected);
});
