import type { Answer } from "../server/answer.ts";
import { Html, html } from "./html.ts";
import { STYLE } from "./style.ts";

export type Crumb = { name: string; href: string };

/** Pages run nothing and load nothing; a manifest's form comes from the service and leads back to it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const style = new Html(STYLE);

/** A whole page of the forge around its content. */
export function toPage(page: { title: string; crumbs?: Crumb[]; content: Html; status?: number }): Answer {
  const { title, crumbs = [], content, status = 200 } = page;
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Test forge</title>
<style>${style}</style>
</head>
<body>
<header class="top"><div><strong><a href="/">Test forge</a></strong>
${crumbs.map(({ name, href }) => html`<span class="soft">/</span> <a href="${href}">${name}</a> `)}</div></header>
<main>${content}</main>
</body>
</html>`;
  return { status, html: text, headers: { "content-security-policy": POLICY, "referrer-policy": "same-origin" } };
}
