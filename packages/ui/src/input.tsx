import { Input as Base } from "@base-ui/react/input";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** How every control that takes text looks. */
export const inputClasses =
  "w-full min-w-0 rounded-md border border-input bg-background px-2.5 placeholder:text-muted-foreground disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive data-invalid:border-destructive read-only:bg-muted pointer-coarse:text-base";

type InputProps = Omit<ComponentProps<typeof Base>, "className"> & { className?: string };

/** A text field of one line. Inside a `Field` it takes label, hint and error from there. */
export function Input({ className, ...props }: InputProps) {
  return <Base className={cn(inputClasses, "h-8", className)} {...props} />;
}
