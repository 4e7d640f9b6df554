"use client";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { InviteForm } from "./invite-form.tsx";

/** The window in which an invitation is made. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Invite somebody"
        description="A link that one person can use within seven days. Docsteward sends no mail: pass it on yourself."
      >
        <InviteForm onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}
