"use client";
import type { GapDetails } from "@docsteward/services/gap/gap";
import { Button } from "@docsteward/ui/button";
import { Dialog, DialogClose, DialogContent } from "@docsteward/ui/dialog";
import { DialogActions } from "@docsteward/ui/dialog-actions";
import { Field } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Textarea } from "@docsteward/ui/textarea";
import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";

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

type Props = { gap: GapDetails; state: "dismissed" | "done"; onClose: () => void; onDone: () => void };

/** Closes a gap, with a note on why. */
export function CloseDialog({ gap, state, onClose, onDone }: Props) {
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
