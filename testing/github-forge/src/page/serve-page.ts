import type { IncomingMessage, ServerResponse } from "node:http";
import { GitHubError } from "../github-error.ts";
import { readBytes } from "../server/read-body.ts";
import { toPattern } from "../server/route.ts";
import { sendAnswer } from "../server/send-answer.ts";
import type { State } from "../state.ts";
import { html } from "./html.ts";
import { PAGE_ROUTES } from "./routes.ts";
import { toPage } from "./to-page.ts";

const ROUTES = PAGE_ROUTES.map((route) => ({ ...route, pattern: toPattern(`${route.method} ${route.path}`) }));

/** Answers people: pages, and the forms on them. */
export async function servePage(state: State, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams: query } = new URL(message.url ?? "/", "http://forge");
  try {
    const found = ROUTES.find(({ method, pattern }) => method === message.method && pattern.test(pathname));
    if (!found) throw new GitHubError(404, "There is no such page.");
    const params = Object.fromEntries(
      Object.entries(pathname.match(found.pattern)?.groups ?? {}).map(([key, value]) => [
        key,
        decodeURIComponent(value),
      ]),
    );
    const { origin } = message.headers;
    const isForeign = origin !== undefined && origin !== "null" && origin !== state.url;
    if (found.method === "POST" && isForeign && !found.isOpen) {
      throw new GitHubError(403, "This form was sent from another site.");
    }
    const form = new URLSearchParams(found.method === "POST" ? (await readBytes(message)).toString("utf8") : "");
    sendAnswer(response, await found.answer({ state, params, query, form }));
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const { status, message: text } = error;
    sendAnswer(response, toPage({ title: `${status}`, status, content: html`<h1>${status}</h1><p>${text}</p>` }));
  }
}
