"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { newJobDraft, readDraft, writeDraft } from "#components/draft.ts";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { RestrictedButton } from "#components/restricted-button.tsx";

/** Opens the window for a new job, with the page named in its prompt. */
export function NewPageJob({ file }: { file: string }) {
  const site = useProject();
  const router = useRouter();
  const open = () => {
    const key = newJobDraft(site);
    writeDraft(key, addPage(readDraft(key), file));
    router.push(projectHref(site, "jobs?new=true"));
  };
  return (
    <RestrictedButton least="member" variant="primary" onClick={open}>
      <Plus aria-hidden />
      New job for this page
    </RestrictedButton>
  );
}

/** A prompt about a page. What a person has written and not sent stays, with the page below it. */
export function addPage(draft: string, file: string): string {
  const prompt = `In ${file}: `;
  if (draft.trim() === "") return prompt;
  return draft.includes(prompt) ? draft : `${draft.trimEnd()}\n\n${prompt}`;
}
