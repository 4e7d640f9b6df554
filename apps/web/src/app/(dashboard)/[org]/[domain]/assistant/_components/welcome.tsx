"use client";
import type { Playground as PlaygroundState, Suggestion } from "@docsteward/services/playground";
import { Progress } from "@docsteward/ui/progress";
import { EmptyState } from "@docsteward/ui/states";
import { CircleHelp, FileText, type LucideIcon, MessageSquare } from "lucide-react";
import Link from "next/link";
import { hasRole, useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";

/** What a conversation begins with: questions of the site's own, or why nothing can be asked yet. */
export function Welcome({ state, onAsk }: { state: PlaygroundState; onAsk: (question: string) => void }) {
  const site = useProject();
  if (state.index.answers === null) return <NoIndex index={state.index} />;
  const mayAsk = hasRole(site.role, "member");
  return (
    <div className="flex flex-col gap-4 pt-6">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-[0.9375rem]">Ask what your readers ask</h2>
        <p className="max-w-prose text-muted-foreground">
          Answers come from the public API, exactly as a website gets them, using {state.index.answers.pages}{" "}
          {state.index.answers.pages === 1 ? "page" : "pages"} at{" "}
          <span className="font-mono">{state.index.answers.commit.slice(0, 7)}</span>.
          {state.model === "offline" && " Without a language model, answers quote the pages directly."}
        </p>
        {!mayAsk && (
          <p className="text-muted-foreground">
            Only members can ask here. To see readers' questions and answers, go to{" "}
            <Link href={projectHref(site, "conversations")} className="text-brand underline-offset-2 hover:underline">
              Conversations
            </Link>
            .
          </p>
        )}
      </div>
      {mayAsk && state.suggestions.length > 0 && (
        <ul aria-label="Suggestions" className="grid gap-2 sm:grid-cols-2">
          {state.suggestions.map((suggestion) => (
            <li key={suggestion.kind + suggestion.label}>
              <SuggestionButton suggestion={suggestion} onAsk={onAsk} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const KINDS: Record<Suggestion["kind"], { Icon: LucideIcon; name: string }> = {
  asked: { Icon: MessageSquare, name: "Reader question" },
  unanswered: { Icon: CircleHelp, name: "Unanswered question" },
  page: { Icon: FileText, name: "From a page" },
};

type ButtonProps = { suggestion: Suggestion; onAsk: (question: string) => void };

function SuggestionButton({ suggestion: { kind, label, question }, onAsk }: ButtonProps) {
  const { Icon, name } = KINDS[kind];
  return (
    <button
      type="button"
      onClick={() => onAsk(question)}
      className="flex h-full w-full cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2 text-left hover:bg-accent"
    >
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted-foreground" />
      <span className="min-w-0">
        <span className="line-clamp-2 break-words">{label}</span>
        <span className="block text-muted-foreground text-xs">{name}</span>
      </span>
    </button>
  );
}

function NoIndex({ index }: { index: PlaygroundState["index"] }) {
  const site = useProject();
  const { progress, failure, status } = index;
  return (
    <EmptyState title={status === "failed" ? "Indexing failed" : "The pages are not indexed yet"}>
      <p className="text-muted-foreground">
        {failure ??
          (progress
            ? "Indexing is in progress. This page updates automatically."
            : "Answers come from an index of the repository's pages. Start indexing in the settings. This page updates automatically.")}
      </p>
      {progress && progress.pagesTotal > 0 && (
        <Progress label="Indexed pages" value={progress.pagesDone} max={progress.pagesTotal} />
      )}
      <Link href={projectHref(site, "settings/index")} className="w-fit text-brand underline-offset-2 hover:underline">
        Open index settings
      </Link>
    </EmptyState>
  );
}
