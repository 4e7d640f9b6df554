"use client";
import { Button } from "@docsteward/ui/button";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { DialogActions } from "@docsteward/ui/layout";
import { Select } from "@docsteward/ui/select";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useMembership } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { CallLimit, KeyChoice } from "#trpc/types.ts";
import { LIMIT_LABELS } from "./limit-labels.ts";

const EVERYBODY = "everybody";

type Props = { limit: CallLimit; keyId: string | null; keys: KeyChoice[]; onClose: () => void };

/** Sets one limit, for the organization or for one key, or takes it back. */
export function LimitDialog({ limit, keyId, keys, onClose }: Props) {
  const { org } = useMembership();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { title, per } = LIMIT_LABELS[limit.name];
  const [owner, setOwner] = useState(keyId ?? EVERYBODY);
  const ownFigure = limit.keys.find((key) => key.keyId === owner)?.quota;
  const isChanged = owner === EVERYBODY ? limit.quota !== limit.configured : ownFigure !== undefined;
  const [text, setText] = useState(String(ownFigure ?? limit.quota));
  const set = useMutation(
    trpc.limit.set.mutationOptions({
      onSuccess: () => {
        toast.success("Saved. Applies to new requests.");
        void queryClient.invalidateQueries(trpc.limit.list.queryFilter({ org }));
        onClose();
      },
    }),
  );
  const save = (quota: number | null) =>
    set.mutate({ org, name: limit.name, quota, ...(owner !== EVERYBODY && { keyId: owner }) });
  const isFigure = /^\d{1,10}$/.test(text.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFigure) save(Number(text));
  };
  const choices = [
    { value: EVERYBODY, label: "Entire organization" },
    ...keys.map(({ id, name, hint }) => ({ value: id, label: name, hint })),
  ];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent size="sm" title={title}>
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <Field label="Applies to">
            <Select
              choices={choices}
              value={owner}
              isWide
              onChange={(chosen) => {
                setOwner(chosen);
                setText(String(limit.keys.find((key) => key.keyId === chosen)?.quota ?? limit.quota));
              }}
            />
          </Field>
          <Field
            label={`Maximum ${per}`}
            hint="Enter 0 to refuse all requests."
            error={isFigure ? undefined : "Enter a whole number, 0 or higher."}
          >
            <Input value={text} onValueChange={setText} inputMode="numeric" className="tabular-nums" />
          </Field>
          <FormError message={set.error?.message} />
          <DialogActions>
            {isChanged && (
              <Button className="mr-auto" disabled={set.isPending} onClick={() => save(null)}>
                {owner === EVERYBODY
                  ? `Reset to ${limit.configured.toLocaleString("en")}`
                  : "Use the organization's limit"}
              </Button>
            )}
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={!isFigure || set.isPending}>
              {set.isPending ? "Saving…" : "Save"}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
