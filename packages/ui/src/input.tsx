import { Input as Base } from "@base-ui/react/input";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** How every control looks that holds a value; `textClasses` are those of the ones that are typed into. */
export const inputClasses =
  "w-full min-w-0 rounded-md border border-input bg-background px-2.5 placeholder:text-muted-foreground disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive data-invalid:border-destructive pointer-coarse:text-base";

/** To CSS a button is read-only too, so that this is not for all of them. */
export const textClasses = `${inputClasses} read-only:bg-muted`;

type InputProps = Omit<ComponentProps<typeof Base>, "className"> & { className?: string };

/** A text field of one line. Inside a `Field` it takes label, hint and error from there. */
export function Input({ className, ...props }: InputProps) {
  return <Base className={cn(textClasses, "h-8", className)} {...props} />;
}
