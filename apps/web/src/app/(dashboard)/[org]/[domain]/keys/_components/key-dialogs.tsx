"use client";

import { Button } from "@docsteward/ui/button";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { Field } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { DialogActions } from "@docsteward/ui/layout";
import { Select } from "@docsteward/ui/select";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { CreatedKey, KeyRow } from "#trpc/types.ts";
import { CreateKeyDialog, EditKeyDialog } from "./key-form.tsx";
import type { KeyAction } from "./key-table.tsx";
import { KeyUseDialog } from "./key-use-dialog.tsx";
import { RevealKeyDialog } from "./reveal-key-dialog.tsx";

/** The windows of the page: one action at a time, and after it the new key. Loaded when the first is opened. */
export function KeyDialogs({ action, onClose }: { action: KeyAction | null; onClose: () => void }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [made, setMade] = useState<CreatedKey | null>(null);
  const refresh = () => queryClient.invalidateQueries(trpc.key.list.queryFilter({ org, domain }));
  const revoke = useMutation(
    trpc.key.revoke.mutationOptions({
      onSuccess: ({ name }) => toast.success(`${name} revoked. Requests with this key are refused.`),
      onError: ({ message }) => toast.error(message),
      onSettled: refresh,
    }),
  );
  const reveal = (key: CreatedKey) => {
    setMade(key);
    void refresh();
  };
  if (made) return <RevealKeyDialog made={made} onClose={onClose} />;
  switch (action?.kind) {
    case "create":
      return <CreateKeyDialog kind={action.of} onMade={reveal} onClose={onClose} />;
    case "use":
      return <KeyUseDialog row={action.row} onClose={onClose} />;
    case "edit":
      return <EditKeyDialog row={action.row} onSaved={refresh} onClose={onClose} />;
    case "rotate":
      return <RotateKeyDialog row={action.row} onMade={reveal} onClose={onClose} />;
    case "revoke":
      return (
        <RevokeKeyDialog
          row={action.row}
          onConfirm={() => revoke.mutate({ org, domain, id: action.row.id })}
          onClose={onClose}
        />
      );
    case undefined:
      return null;
  }
}

/** Asks for the key's name before it is ended. */
export function RevokeKeyDialog({
  row,
  onConfirm,
  onClose,
}: {
  row: KeyRow;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Revoke this key?"
      action="Revoke key"
      isDestructive
      typeToConfirm={row.name}
      onConfirm={onConfirm}
    >
      Requests with <code className="font-mono text-xs">{row.hint}</code> are refused immediately. You can't undo this.{" "}
      {row.lastUsedAt ? (
        <>
          The key was last used <RelativeTime at={row.lastUsedAt} />.
        </>
      ) : (
        "The key has never been used."
      )}
    </ConfirmDialog>
  );
}

const GRACES = [
  { value: "0", label: "Expire now" },
  { value: "1", label: "1 hour" },
  { value: "24", label: "1 day" },
  { value: "168", label: "7 days" },
  { value: "720", label: "30 days" },
];

/** Makes a new key in the place of one, which works on for a while. */
export function RotateKeyDialog(props: { row: KeyRow; onMade: (made: CreatedKey) => void; onClose: () => void }) {
  const { row, onMade, onClose } = props;
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const [graceHours, setGraceHours] = useState("24");
  const rotate = useMutation(trpc.key.rotate.mutationOptions({ onSuccess: onMade }));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="sm"
        title={`Rotate ${row.name}`}
        description="Creates a new key with the same settings, limits and lifetime."
      >
        <div className="flex flex-col gap-3">
          <Field label="Old key expires after" hint="Allow enough time to replace the old key everywhere.">
            <Select choices={GRACES} value={graceHours} onChange={setGraceHours} isWide />
          </Field>
          <FormError message={rotate.error?.message} />
        </div>
        <DialogActions className="mt-4">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={rotate.isPending}
            onClick={() => rotate.mutate({ org, domain, id: row.id, graceHours: Number(graceHours) })}
          >
            {rotate.isPending ? "Rotating…" : "Rotate key"}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
