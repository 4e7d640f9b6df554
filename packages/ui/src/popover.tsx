"use client";
import { type ComponentProps, cloneElement, createContext, use } from "react";
import type { PopoverProps } from "./popover-parts.tsx";
import { onDemand, useOnDemand } from "./popup.ts";

type Parts = typeof import("./popover-parts.tsx");

const parts = onDemand(() => import("./popover-parts.tsx"));
const PartsContext = createContext<Parts | null>(null);

/**
 * A small surface beside its trigger, for a few controls or facts: `<Popover trigger={<Button>Filter</Button>} title="…">…</Popover>`.
 * Its code loads when a user is about to open it.
 */
export function Popover(props: PopoverProps) {
  const { part, props: triggerProps } = useOnDemand(parts, props.trigger.props);
  if (part === undefined)
    return cloneElement(props.trigger, {
      "aria-haspopup": "dialog",
      "aria-expanded": false,
      ...triggerProps,
    } as object);
  return (
    <PartsContext value={part}>
      <part.OpenPopover {...props} />
    </PartsContext>
  );
}

/** A button in the surface that closes it. */
export function PopoverClose(props: Omit<ComponentProps<"button">, "ref">) {
  const found = use(PartsContext);
  if (found === null) throw new Error("PopoverClose is outside a Popover");
  return <found.Close {...props} />;
}
