"use client";
import { UserPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { RestrictedButton } from "../../../../../_components/restricted-button.tsx";

const loadDialog = () => import("./invite-dialog.tsx").then((module) => module.InviteDialog);
const InviteDialog = dynamic(loadDialog, { ssr: false });

/** Opens the form that makes an invitation. */
export function InviteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const prepare = () => void loadDialog();
  return (
    <>
      <RestrictedButton
        variant="primary"
        size="sm"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setIsOpen(true)}
      >
        <UserPlus aria-hidden /> Invite member
      </RestrictedButton>
      {isOpen && <InviteDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
