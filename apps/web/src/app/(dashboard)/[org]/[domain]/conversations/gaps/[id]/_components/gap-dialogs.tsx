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
  const [written, setWritten] = useState<string | null>(null);
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
        onDone();
        onClose();
      },
    }),
  );
  const prompt = written ?? draft.data?.prompt ?? "";
  const chosen = model ?? options.data?.defaultModel ?? null;
  const modKey = useModKey();
  const canStart = !create.isPending && prompt.trim() !== "";
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (canStart) create.mutate({ ...id, prompt, model: chosen ?? undefined, asDraft });
  };
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
            <Field
              label="Prompt"
              hint="Created from the questions and related pages. Readers' text is in fenced blocks: add your own information above or below them."
            >
              <Textarea
                autoFocus
                required
                value={prompt}
                onChange={({ target }) => setWritten(target.value)}
                height="page"
                className="font-mono text-xs leading-relaxed"
              />
            </Field>
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
          {chosen === "offline" && <OfflineNotice />}
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

type CloseDialogProps = { gap: GapDetails; state: "dismissed" | "done"; onClose: () => void; onDone: () => void };

/** Closes a gap, with a note on why. */
export function CloseDialog({ gap, state, onClose, onDone }: CloseDialogProps) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const [note, setNote] = useState(gap.note ?? "");
  const { title, description, action, hint, said } = WORDS[state];
  const close = useMutation(
    trpc.gap.setState.mutationOptions({
      onSuccess: () => {
        toast.success(said);
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
            close.mutate({ org, domain, id: gap.id, state, note });
          }}
        >
          <Field label="Note" hint={hint} isOptional>
            <Textarea value={note} maxLength={1_000} onChange={({ target }) => setNote(target.value)} />
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
