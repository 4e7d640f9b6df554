"use client";

/** Where the browser tab keeps a text that was not sent. */
const nameOf = (key: string) => `docsteward.draft.${key}`;

/** A text that was written and not sent, in this tab; "" without one. */
export function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(nameOf(key)) ?? "";
  } catch {
    // A browser may forbid storage: then nothing is kept.
    return "";
  }
}

/** Keeps a text until it is sent, so that Escape, a reload or a way to another page does not lose it. An empty text removes it. */
export function writeDraft(key: string, text: string): void {
  try {
    if (text.trim() === "") sessionStorage.removeItem(nameOf(key));
    else sessionStorage.setItem(nameOf(key), text);
  } catch {
    // Without storage, or when it is full, the text lives as long as its field.
  }
}

/** The name of the draft of a project's next job. */
export const newJobDraft = ({ org, domain }: { org: string; domain: string }) => `job.${org}.${domain}`;
