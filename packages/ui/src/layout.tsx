import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** A bordered surface. */
export function Card({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("rounded-lg border bg-card text-card-foreground", className)} {...props} />;
}

/** The first line of a card: a title at the left, actions at the right. */
export function CardHeader({ className, ...props }: ComponentProps<"div">) {
  return (
    <div className={cn("flex min-h-10 flex-wrap items-center gap-2 border-b px-3 py-1.5", className)} {...props} />
  );
}

/** Holds what may be wider than its place. It can be reached by keyboard, since what cannot be reached cannot be scrolled. */
export function ScrollX({ as: Tag = "div", className, ...props }: ComponentProps<"div"> & { as?: "div" | "pre" }) {
  return <Tag tabIndex={0} className={cn("overflow-x-auto", className)} {...(props as object)} />;
}

/** The last line of a window or form: what can be done, the chief action at the right. */
export function DialogActions({ className, ...props }: ComponentProps<"div">) {
  return <div data-actions className={cn("flex flex-wrap items-center justify-end gap-2", className)} {...props} />;
}
