"use client";

import type { IndexState } from "@docsteward/services/site/index-state";
import { Badge, type BadgeTone } from "@docsteward/ui/badge";
import { Progress } from "@docsteward/ui/progress";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { RefreshCw } from "lucide-react";
import { indexPhase } from "#components/format.ts";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import { DescriptionList, SettingsSection } from "../../_components/settings-section.tsx";

type Contents = { passages: number; embeddedPages: number | null };

/** What the assistant answers from, and how it is brought up to date. */
export function IndexView({ first, firstContents }: { first: IndexState; firstContents: Contents }) {
  const { org, domain } = useProject();
  const input = { org, domain };
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const state = useIndexState(first);
  const { data: contents } = useQuery(trpc.siteIndex.contents.queryOptions(input, { initialData: firstContents }));
  const request = useMutation(
    trpc.siteIndex.request.mutationOptions({
      onError: ({ message }) => toast.error(message),
      onSettled: () => queryClient.invalidateQueries(trpc.siteIndex.get.queryFilter(input)),
    }),
  );
  const { answers, progress, failure, skipped } = state;
  return (
    <SettingsSection
      title="Index"
      description="The assistant and search use this index. A push to the base branch updates it automatically."
      actions={
        <RestrictedButton
          least="member"
          size="sm"
          disabled={request.isPending || progress !== null}
          onClick={() => request.mutate(input)}
        >
          <RefreshCw aria-hidden />
          Reindex
        </RestrictedButton>
      }
    >
      <div className="flex flex-col gap-4">
        {progress && (
          <div className="flex flex-col gap-1.5">
            <p className="flex justify-between gap-3">
              <span role="status">{indexPhase(progress.phase)}…</span>
              {progress.pagesTotal > 0 && (
                <span className="text-muted-foreground tabular-nums">
                  {progress.pagesDone} of {progress.pagesTotal} pages
                </span>
              )}
            </p>
            <Progress
              label="Indexing"
              value={progress.pagesTotal > 0 ? progress.pagesDone : null}
              max={progress.pagesTotal || 1}
            />
          </div>
        )}
        {failure && progress === null && (
          <div role="alert" className="rounded-md border border-destructive/30 bg-destructive/5 px-3 py-2">
            <p className="break-words text-destructive">{failure}</p>
            {answers && (
              <p className="mt-1 text-muted-foreground">The assistant still answers from the previous index.</p>
            )}
          </div>
        )}
        <LostQuestions />
        {skipped.count > 0 && <SkippedPages skipped={skipped} />}
        <DescriptionList
          facts={[
            { label: "State", value: <IndexBadge status={state.status} /> },
            {
              label: "Current index",
              value: answers ? (
                <>
                  commit <code className="font-mono text-xs">{answers.commit.slice(0, 12)}</code>, indexed{" "}
                  <RelativeTime at={answers.indexedAt} />
                </>
              ) : (
                "None. The assistant can't answer yet."
              ),
            },
            { label: "Pages", value: (answers?.pages ?? 0).toLocaleString("en") },
            { label: "Passages", value: contents.passages.toLocaleString("en") },
            { label: "Semantic search", value: meaningOf(contents, answers?.pages ?? 0) },
            { label: "Last run", value: state.endedAt ? <RelativeTime at={state.endedAt} /> : "—" },
          ]}
        />
      </div>
    </SettingsSection>
  );
}

/** What the newest version no longer finds, and the release of one that waits for an owner. */
function LostQuestions() {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...trpc.golden.state.queryOptions({ org, domain }), refetchInterval: LOOK_MS });
  const release = useMutation(
    trpc.golden.release.mutationOptions({
      onError: ({ message }) => toast.error(message),
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  const last = data?.runs.find(({ source }) => source === "index");
  if (!last || last.lost.length === 0) return null;
  return (
    <section aria-label="Lost golden questions" className="rounded-md border border-warning/40 bg-warning/5 px-3 py-2">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium">Lost golden questions</h3>
          <p className="text-muted-foreground">
            Search no longer finds these with commit{" "}
            <code className="font-mono text-xs">{last.commit.slice(0, 12)}</code>.
          </p>
        </div>
        {data?.heldCommit && (
          <RestrictedButton
            least="owner"
            size="sm"
            disabled={release.isPending}
            onClick={() => release.mutate({ org, domain })}
          >
            Release version
          </RestrictedButton>
        )}
      </div>
      <ul className="mt-2 flex max-h-64 flex-col gap-1 overflow-y-auto">
        {last.lost.map(({ question, expected }) => (
          <li key={question} className="break-words">
            {question} <span className="text-muted-foreground">{expected}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SkippedPages({ skipped: { count, pages } }: Pick<IndexState, "skipped">) {
  const more = count - pages.length;
  return (
    <section aria-label="Skipped pages" className="rounded-md border px-3 py-2">
      <h3 className="font-medium">Skipped pages</h3>
      <p className="text-muted-foreground">
        These pages exceed the parsing limits and aren't indexed. A page is retried when it changes.
      </p>
      <ul className="mt-2 flex max-h-64 flex-col gap-1 overflow-y-auto">
        {pages.map(({ path, reason }) => (
          <li key={path} className="break-words">
            <code className="font-mono text-xs">{path}</code> <span className="text-muted-foreground">{reason}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-muted-foreground">and {more.toLocaleString("en")} more</p>}
    </section>
  );
}

function meaningOf({ embeddedPages }: Contents, pages: number): string {
  if (embeddedPages === null) return "Off: this installation uses keyword search only";
  if (embeddedPages >= pages) return "On for all pages";
  return `On for ${embeddedPages.toLocaleString("en")} of ${pages.toLocaleString("en")} pages so far; keyword search for the rest`;
}

const WORDS: Record<IndexState["status"], { tone: BadgeTone; word: string }> = {
  none: { tone: "neutral", word: "Not indexed" },
  waiting: { tone: "brand", word: "Waiting" },
  running: { tone: "brand", word: "Running" },
  ready: { tone: "success", word: "Up to date" },
  failed: { tone: "destructive", word: "Last run failed" },
};

/** The state of the last run. */
function IndexBadge({ status }: { status: IndexState["status"] }) {
  const { tone, word } = WORDS[status];
  return <Badge tone={tone}>{word}</Badge>;
}

const LOOK_MS = 5_000;

/** The state of the index, and each step of a current run. */
function useIndexState(first: IndexState): IndexState {
  const { org, domain } = useProject();
  const input = { org, domain };
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // A run may start without this page: after a push or a merge.
  const { data: state } = useQuery(
    trpc.siteIndex.get.queryOptions(input, { initialData: first, refetchInterval: LOOK_MS }),
  );
  useSubscription(
    trpc.siteIndex.follow.subscriptionOptions(state.progress === null ? skipToken : input, {
      onData: (next) => {
        queryClient.setQueryData(trpc.siteIndex.get.queryKey(input), next);
        if (next.progress === null) void queryClient.invalidateQueries(trpc.siteIndex.contents.queryFilter(input));
      },
    }),
  );
  return state;
}
