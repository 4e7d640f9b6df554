"use client";

import type { GapDetails } from "@docsteward/services/gap/gap";
import { Button } from "@docsteward/ui/button";
import { Checkbox } from "@docsteward/ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "@docsteward/ui/dialog";
import { Field, Textarea } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Kbd } from "@docsteward/ui/kbd";
import { DialogActions } from "@docsteward/ui/layout";
import { Select } from "@docsteward/ui/select";
import { ErrorState, Skeleton } from "@docsteward/ui/states";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { readDraft, writeDraft } from "#components/draft.ts";
import { useModKey } from "#components/keyboard/use-shortcuts.ts";
import { OfflineNotice } from "#components/offline-notice.tsx";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";

type JobDialogProps = {
  gapId: string;
  /** Other gaps that the same job is to close. */
  alsoIds?: string[];
  onClose: () => void;
  onDone: () => void;
};

/** Shows the prompt that the agent would get, to be read and changed, and makes the job. */
export function JobDialog({ gapId, alsoIds = [], onClose, onDone }: JobDialogProps) {
  const { org, domain } = useProject();
  const id = { org, domain, id: gapId, alsoIds };
  const trpc = useTRPC();
  // A text that a person is editing must not be replaced.
  const once = {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
  const draft = useQuery({ ...trpc.gap.draft.queryOptions(id), ...once });
  const options = useQuery(trpc.job.createOptions.queryOptions({ org, domain }));
  const draftKey = `gap.${[gapId, ...alsoIds].join(".")}`;
  const [facts, setFacts] = useState(() => readDraft(`${draftKey}.facts`));
  const [written, setWritten] = useState<string | null>(() => readDraft(draftKey) || null);
  const [model, setModel] = useState<string | null>(null);
  const [asDraft, setAsDraft] = useState(false);
  const create = useMutation(
    trpc.gap.createJob.mutationOptions({
      onSuccess: () => {
        toast.success(
          alsoIds.length === 0
            ? "Job started. This page shows its progress."
            : "Job started. Each gap shows its progress.",
        );
        writeDraft(draftKey, "");
        writeDraft(`${draftKey}.facts`, "");
        onDone();
        onClose();
      },
    }),
  );
  const chosen = model ?? options.data?.defaultModel ?? null;
  const isOffline = chosen === "offline";
  const prompt = written ?? (isOffline ? draft.data?.exact : draft.data?.prompt) ?? "";
  const modKey = useModKey();
  const isUnfilled = isOffline && prompt === draft.data?.exact;
  const canStart = !create.isPending && !isUnfilled && prompt.trim() !== "";
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (canStart)
      create.mutate({ ...id, prompt, facts: isOffline ? undefined : facts, model: chosen ?? undefined, asDraft });
  };
  const promptField = (
    <Field
      label="Prompt"
      hint={
        isOffline
          ? "The offline model follows exact instructions only. Replace … with the answer."
          : "Readers' text is in fenced blocks: the agent treats it as data."
      }
    >
      <Textarea
        autoFocus={isOffline}
        required
        value={prompt}
        onChange={({ target }) => {
          setWritten(target.value);
          writeDraft(draftKey, target.value);
        }}
        height={isOffline ? "tall" : "page"}
        className="font-mono text-xs leading-relaxed"
      />
    </Field>
  );
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        size="lg"
        title={alsoIds.length === 0 ? "Turn into a job" : `Turn ${alsoIds.length + 1} gaps into a job`}
        description="The agent finds the right page, writes the answer and opens a pull request."
      >
        <form
          className="flex flex-col gap-3"
          onSubmit={submit}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
          }}
        >
          {draft.error ? (
            <ErrorState message={draft.error.message} onRetry={() => draft.refetch()} />
          ) : draft.data === undefined ? (
            <Skeleton className="h-72" />
          ) : (
            <>
              {!isOffline && (
                <Field label="Facts" hint="What the agent can't find in the repository." isOptional>
                  <Textarea
                    autoFocus
                    value={facts}
                    maxLength={4_000}
                    onChange={({ target }) => {
                      setFacts(target.value);
                      writeDraft(`${draftKey}.facts`, target.value);
                    }}
                  />
                </Field>
              )}
              {isOffline ? (
                promptField
              ) : (
                <details>
                  <summary className="cursor-pointer text-muted-foreground hover:text-foreground">Show prompt</summary>
                  <div className="mt-2">{promptField}</div>
                </details>
              )}
            </>
          )}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            {options.data && (
              <Select
                label="Model"
                value={chosen}
                choices={options.data.models.map((value) => ({ value, label: value }))}
                onChange={setModel}
                isSmall
              />
            )}
            <Checkbox checked={asDraft} onCheckedChange={setAsDraft}>
              Open the pull request as a draft
            </Checkbox>
          </div>
          {isOffline && <OfflineNotice />}
          <FormError message={create.error?.message} />
          <DialogActions className="mt-4">
            <DialogClose render={<Button>Cancel</Button>} />
            <Button type="submit" variant="primary" disabled={!canStart}>
              {create.isPending ? "Starting…" : "Start job"}
              <Kbd isInverse className="max-sm:hidden">
                {modKey}↵
              </Kbd>
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}

const WORDS = {
  dismissed: {
    title: "Dismiss gap",
    description: "The gap is hidden, even if the question is asked again. You can reopen it at any time.",
    action: "Dismiss",
    hint: "Explain to your team why the docs shouldn't answer this.",
    said: "Gap dismissed.",
  },
  done: {
    title: "Mark as done",
    description: "The docs answer this question. The gap reopens if the question goes unanswered again.",
    action: "Mark as done",
    hint: "Where to find the answer.",
    said: "Gap marked as done.",
  },
};

type CloseDialogProps = {
  gap: Pick<GapDetails, "id" | "note">;
  state: "dismissed" | "done";
  onClose: () => void;
  onDone: () => void;
};

/** Closes a gap, with a note on why. */
export function CloseDialog({ gap, state, onClose, onDone }: CloseDialogProps) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const draftKey = `gap-note.${gap.id}.${state}`;
  const [note, setNote] = useState(() => readDraft(draftKey) || (gap.note ?? ""));
  const { title, description, action, hint, said } = WORDS[state];
  const close = useMutation(
    trpc.gap.setState.mutationOptions({
      onSuccess: () => {
        toast.success(said);
        writeDraft(draftKey, "");
        onDone();
        onClose();
      },
    }),
  );
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent size="sm" title={title} description={description}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            // An earlier note that is not shown stays.
            close.mutate({ org, domain, id: gap.id, state, ...((note !== "" || gap.note !== null) && { note }) });
          }}
        >
          <Field label="Note" hint={hint} isOptional>
            <Textarea
              value={note}
              maxLength={1_000}
              onChange={({ target }) => {
                setNote(target.value);
                writeDraft(draftKey, target.value);
              }}
            />
          </Field>
          <FormError message={close.error?.message} />
          <DialogActions className="mt-4">
            <DialogClose render={<Button>Cancel</Button>} />
            <Button type="submit" variant="primary" disabled={close.isPending}>
              {action}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
