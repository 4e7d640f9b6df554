"use client";
import { Button } from "@docsteward/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@docsteward/ui/menu";
import { Ellipsis, Pencil, RefreshCw, Trash2 } from "lucide-react";
import { RestrictedButton } from "../../../../_components/restricted-button.tsx";
import { mayAct, useSite } from "../../../../_components/site-context.tsx";
import type { KeyAction } from "./key-action.ts";
import type { KeyRow } from "./key-row.ts";

/** What can be done with a key. */
export function KeyMenu({ row, onAction }: { row: KeyRow; onAction: (action: KeyAction) => void }) {
  const { role } = useSite();
  const trigger = { variant: "ghost", size: "icon", "aria-label": `Actions for ${row.name}` } as const;
  if (!mayAct(role, "admin")) {
    return (
      <RestrictedButton {...trigger}>
        <Ellipsis aria-hidden />
      </RestrictedButton>
    );
  }
  return (
    <Menu
      trigger={
        <Button {...trigger}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <MenuItem onClick={() => onAction({ kind: "edit", row })}>
        <Pencil aria-hidden />
        Edit
      </MenuItem>
      {!row.replacedById && (
        <MenuItem onClick={() => onAction({ kind: "rotate", row })}>
          <RefreshCw aria-hidden />
          Rotate
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem isDestructive onClick={() => onAction({ kind: "revoke", row })}>
        <Trash2 aria-hidden />
        Revoke
      </MenuItem>
    </Menu>
  );
}
