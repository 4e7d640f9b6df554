import type { Answer } from "../server/http.ts";

/** Markup that is safe to send: everything put into it was escaped, or is markup itself. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

/** Writes markup; values are escaped, lists joined, and null, undefined and false leave nothing. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.map((text, index) => text + (index < values.length ? write(values[index]) : "")).join(""));
}

function write(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(write).join("");
  return value === null || value === undefined || value === false ? "" : toEntities(`${value}`);
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const toEntities = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** The look of the forge's pages, in both themes, from 320 pixels on. */
const STYLE = `
:root { color-scheme: light dark; --back: #f6f7f9; --card: #fff; --line: #dfe3e8; --text: #1c2430; --soft: #5d6878;
  --link: #1d5fd1; --open: #1a7f43; --merged: #7444c4; --closed: #c13239; --draft: #6a7482;
  --add: #e3f6e8; --del: #fdebec; --hunk: #eaf1fc; --add-text: #14662f; --del-text: #a3232a; }
@media (prefers-color-scheme: dark) { :root { --back: #12161c; --card: #1a2028; --line: #303945; --text: #e4e8ee;
  --soft: #9aa6b5; --link: #79adff; --open: #37a862; --merged: #a07ae6; --closed: #e0636a; --draft: #7d8896;
  --add: #15301f; --del: #3a1c20; --hunk: #1b2a40; --add-text: #7fd79d; --del-text: #f29a9f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.55 system-ui, sans-serif; }
header.top { background: var(--card); border-bottom: 1px solid var(--line); }
header.top div, main { max-width: 60rem; margin: 0 auto; padding: 0.9rem 1.1rem; }
header.top div { display: flex; gap: 0.9rem; align-items: baseline; flex-wrap: wrap; }
header.top strong { letter-spacing: 0.01em; }
main { padding-top: 1.6rem; padding-bottom: 4rem; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
h1 { font-size: 1.55rem; line-height: 1.3; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 2rem 0 0.7rem; }
.soft { color: var(--soft); } .number { color: var(--soft); font-weight: 400; }
.meta { display: flex; gap: 0.4rem 0.7rem; align-items: center; flex-wrap: wrap; margin: 0 0 1.3rem; }
.state { color: #fff; border-radius: 99px; padding: 0.15rem 0.75rem; font-size: 0.85rem; font-weight: 600; }
.state.open { background: var(--open); } .state.merged { background: var(--merged); }
.state.closed { background: var(--closed); } .state.draft { background: var(--draft); }
@media (prefers-color-scheme: dark) { .state { color: #0e1216; } }
code, pre, textarea { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.87em; }
code.ref { background: var(--hunk); border-radius: 5px; padding: 0.12em 0.45em; overflow-wrap: anywhere; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 9px; margin: 0 0 1rem; overflow: hidden; }
.card > header { padding: 0.55rem 0.95rem; border-bottom: 1px solid var(--line); color: var(--soft); font-size: 0.9rem;
  display: flex; gap: 0.5rem; flex-wrap: wrap; justify-content: space-between; }
.card > header b { color: var(--text); font-weight: 600; overflow-wrap: anywhere; }
.words { padding: 0.8rem 0.95rem; overflow-wrap: anywhere; }
.words > :first-child { margin-top: 0; } .words > :last-child { margin-bottom: 0; }
.words h3, .words h4 { margin: 1.1rem 0 0.4rem; font-size: 1rem; }
.words blockquote { margin: 0.5rem 0; padding-left: 0.9rem; border-left: 3px solid var(--line); color: var(--soft); }
.words hr { border: 0; border-top: 1px solid var(--line); margin: 1rem 0; }
.words pre { background: var(--back); padding: 0.6rem 0.8rem; border-radius: 6px; overflow-x: auto; }
ul.rows { list-style: none; margin: 0; padding: 0; }
ul.rows li { padding: 0.6rem 0.95rem; border-top: 1px solid var(--line); display: flex; gap: 0.3rem 0.8rem;
  flex-wrap: wrap; align-items: baseline; justify-content: space-between; overflow-wrap: anywhere; }
ul.rows li:first-child { border-top: 0; }
.diff { overflow-x: auto; margin: 0; padding: 0.3rem 0; line-height: 1.5; tab-size: 4; }
.diff span { display: block; padding: 0 0.95rem; white-space: pre; min-width: max-content; }
.diff .add { background: var(--add); } .diff .del { background: var(--del); } .diff .hunk { background: var(--hunk); }
.plus { color: var(--add-text); } .minus { color: var(--del-text); }
form.act { padding: 0.9rem; display: grid; gap: 0.7rem; }
form .row { display: flex; gap: 0.6rem; flex-wrap: wrap; align-items: center; }
textarea, input[type=text], select { width: 100%; padding: 0.5rem 0.65rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--back); color: var(--text); font-size: 0.95rem; }
select { width: auto; max-width: 100%; } label.check { display: flex; gap: 0.5rem; align-items: baseline; }
button { font: inherit; font-weight: 600; padding: 0.45rem 1rem; border-radius: 6px; border: 1px solid var(--line);
  background: var(--card); color: var(--text); cursor: pointer; }
button.go { background: var(--open); border-color: var(--open); color: #fff; }
@media (prefers-color-scheme: dark) { button.go { color: #0e1216; } }
.said { border-left: 3px solid var(--closed); padding: 0.5rem 0.9rem; background: var(--card); margin: 0 0 1rem; }
`;

type Crumb = { name: string; href: string };

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
