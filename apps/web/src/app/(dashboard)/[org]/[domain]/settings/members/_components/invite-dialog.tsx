"use client";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { InviteForm } from "./invite-form.tsx";

/** The window in which an invitation is made. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Invite a member"
        description="Create a link that one person can use within seven days. Docsteward doesn't send email: share the link yourself."
      >
        <InviteForm onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}
