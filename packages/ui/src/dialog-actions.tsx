import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** The last line of a window or form: what can be done, the chief action at the right. */
export function DialogActions({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("flex flex-wrap items-center justify-end gap-2", className)} {...props} />;
}
