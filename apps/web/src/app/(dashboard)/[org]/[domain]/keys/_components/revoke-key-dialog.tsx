import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { RelativeTime } from "@docsteward/ui/relative-time";
import type { KeyRow } from "./key-row.ts";

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
