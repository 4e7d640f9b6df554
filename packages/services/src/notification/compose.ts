import type { NotificationKind } from "./settings.ts";

/** One event as a message shows it. */
export type ComposedEvent = { kind: NotificationKind; title: string; project: string; url: string };

/** A message to one person, for each channel. */
export type Message = { subject: string; text: string; html: string };

type Links = { settingsUrl: string; unsubscribeUrl: string };

const MAX_SHOWN = 50;

/** What each kind is called, in the dashboard and in mail. */
export const KIND_LABELS: Record<NotificationKind, { one: string; many: string }> = {
  review: { one: "Pull request to review", many: "pull requests to review" },
  job: { one: "Job failed", many: "jobs failed" },
  budget: { one: "Budget nearly used", many: "budgets nearly used" },
  index: { one: "Index failed", many: "index runs failed" },
  digest: { one: "Weekly digest", many: "weekly digests" },
};

/** Puts events into one message: a list by project, with a link for each. */
export function composeEvents(events: readonly ComposedEvent[], links: Links): Message {
  const shown = events.slice(0, MAX_SHOWN);
  const sections = [...Map.groupBy(shown, ({ project }) => project)].map(([title, items]) => ({
    title,
    items: items.map(({ kind, title, url }) => ({ text: `${KIND_LABELS[kind].one}: ${title}`, url })),
  }));
  const left = events.length - shown.length;
  if (left > 0)
    sections.push({ title: "And more", items: [{ text: `${left} more, in the dashboard`, url: links.settingsUrl }] });
  return { subject: subjectOf(events), ...render(sections, links) };
}

function subjectOf(events: readonly ComposedEvent[]): string {
  const [first, ...others] = events;
  if (first === undefined) throw new Error("A message needs an event.");
  if (others.length === 0) return oneLine(`[${first.project}] ${KIND_LABELS[first.kind].one}: ${first.title}`);
  const projects = new Set(events.map(({ project }) => project));
  const where = projects.size === 1 ? first.project : `${projects.size} projects`;
  const isOneKind = others.every(({ kind }) => kind === first.kind);
  return `[${where}] ${events.length} ${isOneKind ? KIND_LABELS[first.kind].many : "notifications"}`;
}

/** The week of one project, as the digest shows it. */
export type ProjectWeek = {
  project: string;
  url: string;
  jobs: { completed: number; failed: number };
  questions: { answered: number; unanswered: number };
  /** What waits for a person, the most urgent first. */
  needs: { title: string; url: string }[];
};

/** Puts the week of a person's projects into one message. */
export function composeDigest(weeks: readonly ProjectWeek[], links: Links): Message {
  const sections = weeks.map(({ project, url, jobs, questions, needs }) => {
    const asked = questions.answered + questions.unanswered;
    const share = asked === 0 ? "" : `, ${Math.round((questions.answered / asked) * 100)} % answered by the docs`;
    return {
      title: project,
      items: [
        { text: `${count(jobs.completed, "job")} completed, ${jobs.failed} failed`, url: `${url}/jobs` },
        { text: `${count(asked, "question")}${share}`, url: `${url}/analytics` },
        ...needs.map(({ title, url }) => ({ text: title, url })),
      ],
    };
  });
  const [only] = weeks;
  const where = weeks.length === 1 && only ? only.project : `${weeks.length} projects`;
  return { subject: `[${where}] Your week`, ...render(sections, links) };
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

type Section = { title: string; items: { text: string; url: string }[] };

function render(sections: readonly Section[], { settingsUrl, unsubscribeUrl }: Links): Pick<Message, "text" | "html"> {
  const text = sections.map(
    ({ title, items }) =>
      `${oneLine(title)}\n${items.map(({ text, url }) => `- ${oneLine(text)}\n  ${url}`).join("\n")}`,
  );
  const html = sections.map(
    ({ title, items }) =>
      `<h2 style="font-size:15px;margin:20px 0 6px">${escapeHtml(title)}</h2><ul style="margin:0;padding-left:18px">${items
        .map(({ text, url }) => `<li style="margin:4px 0"><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></li>`)
        .join("")}</ul>`,
  );
  return {
    text: `${text.join("\n\n")}\n\n--\nStop this mail: ${unsubscribeUrl}\nAll notification settings: ${settingsUrl}\n`,
    html: `<!doctype html><html lang="en"><body style="font:14px/1.5 system-ui,sans-serif;max-width:600px;margin:0 auto;padding:16px">${html.join("")}<p style="color:#666;font-size:12px;margin-top:24px"><a href="${escapeHtml(unsubscribeUrl)}">Stop this mail</a> &middot; <a href="${escapeHtml(settingsUrl)}">All notification settings</a></p></body></html>\n`,
  };
}

const oneLine = (text: string) => text.replaceAll("\r", " ").replaceAll("\n", " ");

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
