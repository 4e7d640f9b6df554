import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "./markdown.tsx";

const render = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));

test.each([
  ['Hello <script>alert(1)</script> <img src="http://evil.example/x.png" onerror="x">'],
  ["<iframe srcdoc='<script>alert(1)</script>'></iframe>"],
  ["<svg onload=alert(1)>"],
  ["<a href='javascript:alert(1)'>x</a>"],
  ["<style>@import 'http://evil.example/x.css'</style>"],
  ["<form action='http://evil.example'><input name=password></form>"],
  ["<!-- --!><script>alert(1)</script>-->"],
  ["| a |\n| - |\n| <img src=x onerror=alert(1)> |"],
  ["<details open ontoggle=alert(1)>"],
  ["# <base href='http://evil.example/'>"],
])("raw HTML is left out: %s", (text) => {
  expect(render(text)).not.toMatch(
    /<(?:script|img|iframe|svg|style|form|input|base|details)\b|\son\w+=|javascript:|href=.http:\/\/evil/,
  );
});

test.each([
  "![a picture](http://evil.example/x.png)",
  "![a picture][x]\n\n[x]: http://evil.example/x.png",
  "[![a picture](http://evil.example/x.png)](https://example.com)",
  '![a picture](data:image/svg+xml;base64,PHN2Zz4= "http://evil.example")',
])("an image becomes its words, so nothing is fetched: %s", (text) => {
  const html = render(text);

  expect(html).not.toMatch(/<img|evil\.example/);
  expect(html).toContain("[image: a picture]");
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java&#115;cript:alert(1)",
  "&#x6A;avascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
])("a link to %s leads nowhere", (address) => {
  expect(render(`[click](${address})\n\n<${address}>`)).not.toMatch(/href="(?!")/);
});

test("an ordinary link opens apart, with no way back", () => {
  const html = render("[site](https://example.com)");

  expect(html).toContain('href="https://example.com"');
  expect(html).toContain("noopener");
});

test("what closes an attribute stays inside of it", () => {
  expect(render('[a](https://example.com/"onmouseover="alert(1) "t")')).not.toMatch(/\sonmouseover=/);
});
