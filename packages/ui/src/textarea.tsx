import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** A text field of several lines that grows with its text. */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={cn(
        "field-sizing-content block max-h-64 min-h-16 w-full resize-none rounded-md border border-input bg-background px-3 py-2 placeholder:text-muted-foreground disabled:opacity-60",
        className,
      )}
      {...props}
    />
  );
}
