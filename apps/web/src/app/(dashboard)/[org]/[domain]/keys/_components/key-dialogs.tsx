"use client";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../../../../../../trpc/api.ts";
import { useSite } from "../../../../_components/site-context.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { EditKeyDialog } from "./edit-key-dialog.tsx";
import type { KeyAction } from "./key-action.ts";
import type { MadeKey } from "./key-row.ts";
import { RevealKeyDialog } from "./reveal-key-dialog.tsx";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { RotateKeyDialog } from "./rotate-key-dialog.tsx";

/** The windows of the page: one action at a time, and after it the new key. Loaded when the first is opened. */
export function KeyDialogs({ action, onClose }: { action: KeyAction | null; onClose: () => void }) {
  const { org, domain } = useSite();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [made, setMade] = useState<MadeKey | null>(null);
  const refresh = () => queryClient.invalidateQueries(trpc.key.list.queryFilter({ org, domain }));
  const revoke = useMutation(
    trpc.key.revoke.mutationOptions({
      onSuccess: ({ name }) => toast.success(`${name} revoked. Requests with this key are refused.`),
      onError: ({ message }) => toast.error(message),
      onSettled: refresh,
    }),
  );
  const reveal = (key: MadeKey) => {
    setMade(key);
    void refresh();
  };
  if (made) return <RevealKeyDialog made={made} onClose={onClose} />;
  switch (action?.kind) {
    case "create":
      return <CreateKeyDialog kind={action.of} onMade={reveal} onClose={onClose} />;
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
