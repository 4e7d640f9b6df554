import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** A key of the keyboard; `isInverse` on a primary button. */
export function Kbd({ className, isInverse, ...props }: ComponentProps<"kbd"> & { isInverse?: boolean }) {
  return (
    <kbd
      className={cn(
        "inline-grid h-5 min-w-5 place-items-center rounded border px-1 font-medium font-sans text-[0.6875rem]",
        isInverse ? "border-primary-foreground/30 text-primary-foreground" : "bg-muted text-muted-foreground",
        className,
      )}
      {...props}
    />
  );
}
