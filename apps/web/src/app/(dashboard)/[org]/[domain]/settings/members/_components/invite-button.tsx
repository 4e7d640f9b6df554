"use client";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { RestrictedButton } from "../../../../../_components/restricted-button.tsx";
import { InviteForm } from "./invite-form.tsx";

/** Opens the form that makes an invitation. */
export function InviteButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <RestrictedButton variant="primary" size="sm" onClick={() => setIsOpen(true)}>
        <UserPlus aria-hidden /> Invite
      </RestrictedButton>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent
          title="Invite somebody"
          description="A link that one person can use within seven days. Docsteward sends no mail: pass it on yourself."
        >
          <InviteForm onDone={() => setIsOpen(false)} />
        </DialogContent>
      </Dialog>
    </>
  );
}
