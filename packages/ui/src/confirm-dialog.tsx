"use client";
import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactElement, ReactNode } from "react";
import { Button } from "./button.tsx";

/**
 * Asks before something that cannot be taken back.
 *
 * @param trigger the button that opens it
 * @param action what the confirming button says: the verb itself, never "OK"
 */
export function ConfirmDialog(props: {
  trigger: ReactElement;
  title: string;
  children: ReactNode;
  action: string;
  isDestructive?: boolean;
  onConfirm: () => void;
}) {
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger render={props.trigger} />
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <AlertDialog.Popup className="-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-50 w-[min(26rem,calc(100vw-2rem))] rounded-lg border bg-popover p-4 text-popover-foreground shadow-lg">
          <AlertDialog.Title className="font-semibold text-[0.9375rem]">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-muted-foreground" render={<div />}>
            {props.children}
          </AlertDialog.Description>
          <div className="mt-4 flex justify-end gap-2">
            <AlertDialog.Close render={<Button variant="outline">Keep</Button>} />
            <AlertDialog.Close
              render={<Button variant={props.isDestructive ? "destructive" : "primary"}>{props.action}</Button>}
              onClick={props.onConfirm}
            />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
