"use client";
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { backdropClasses } from "./dialog.tsx";
import { Field, Input } from "./field.tsx";

/** A question that a person has to confirm. */
export type Question = {
  title: string;
  children: ReactNode;
  /** What the confirming button says: the verb itself, never "OK". */
  action: string;
  isDestructive?: boolean;
  /** A name that has to be typed first, for what would be missed most. */
  typeToConfirm?: string;
  onConfirm: () => void;
};

/** The window of a `ConfirmDialog`. */
export default function ConfirmWindow(props: Question & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { typeToConfirm } = props;
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const isSure = typeToConfirm === undefined || typed.trim() === typeToConfirm;
  const change = (open: boolean) => {
    setTyped("");
    props.onOpenChange(open);
  };
  const confirmTyped = (event: FormEvent) => {
    event.preventDefault();
    if (!isSure) return;
    props.onConfirm();
    change(false);
  };
  return (
    <AlertDialog.Root open={props.open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClasses} />
        <AlertDialog.Popup
          initialFocus={typeToConfirm === undefined ? undefined : field}
          className="-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-50 w-[min(26rem,calc(100vw-2rem))] rounded-lg border bg-popover p-4 text-popover-foreground shadow-lg outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <AlertDialog.Title className="font-semibold text-[0.9375rem]">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-muted-foreground" render={<div />}>
            {props.children}
          </AlertDialog.Description>
          {typeToConfirm !== undefined && (
            <form onSubmit={confirmTyped}>
              <Field label={`Type "${typeToConfirm}" to confirm`} className="mt-3">
                <Input ref={field} value={typed} onValueChange={setTyped} autoComplete="off" spellCheck={false} />
              </Field>
            </form>
          )}
          <div className="mt-4 flex justify-end gap-2">
            <AlertDialog.Close render={<Button variant="outline">Go back</Button>} />
            <AlertDialog.Close
              disabled={!isSure}
              render={<Button variant={props.isDestructive ? "destructive" : "primary"}>{props.action}</Button>}
              onClick={props.onConfirm}
            />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
