import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** The classes of a button, for links that look like one. */
export const buttonClasses = cva(
  "inline-flex shrink-0 cursor-pointer select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-3.5 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-primary text-primary-foreground hover:bg-primary/85",
        outline: "border bg-background text-foreground hover:bg-accent",
        ghost: "text-muted-foreground hover:bg-accent hover:text-foreground",
        destructive: "border border-destructive/40 bg-background text-destructive hover:bg-destructive/10",
      },
      size: { md: "h-8 px-3", sm: "h-7 px-2.5 text-[0.8125rem]", icon: "size-7" },
    },
    defaultVariants: { variant: "outline", size: "md" },
  },
);

export type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonClasses> & {
    /** Keeps a button that is off in the order of the Tab key, for one that tells why it is. */
    focusableWhenDisabled?: boolean;
  };

/** A push button. While `disabled` it keeps its place and says nothing to pointers. */
export function Button({ variant, size, className, disabled = false, focusableWhenDisabled, ...props }: ButtonProps) {
  const isKept = disabled && focusableWhenDisabled;
  return (
    <button
      type="button"
      {...props}
      {...(isKept ? { "aria-disabled": true, onClick: (event) => event.preventDefault() } : { disabled })}
      className={cn(buttonClasses({ variant, size }), className)}
    />
  );
}
