"use client";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { useFieldProps } from "./field.tsx";

/** How every control looks that holds a value; `textClasses` are those of the ones that are typed into. */
export const inputClasses =
  "min-w-0 rounded-md border border-input bg-background px-2.5 placeholder:text-muted-foreground disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-destructive pointer-coarse:text-base";

/** To CSS a button is read-only too, so that this is not for all of them. */
export const textClasses = `${inputClasses} w-full read-only:bg-muted`;

type InputProps = ComponentProps<"input"> & {
  onValueChange?: ((value: string) => void) | undefined;
  isSmall?: boolean;
};

/** A text field of one line. Inside a `Field` it takes label, hint and error from there. */
export function Input({ className, onValueChange, onChange, isSmall, ...props }: InputProps) {
  return (
    <input
      {...useFieldProps()}
      {...props}
      onChange={(event) => {
        onChange?.(event);
        onValueChange?.(event.target.value);
      }}
      className={cn(textClasses, isSmall ? "h-7" : "h-8", className)}
    />
  );
}
