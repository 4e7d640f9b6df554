import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** The classes of a button, for links that look like one. */
export const buttonClasses = cva(
  "inline-flex cursor-pointer select-none items-center gap-1.5 whitespace-nowrap transition-colors disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-3.5 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "bg-primary text-primary-foreground hover:bg-primary/85",
        outline: "border bg-background text-foreground hover:bg-accent",
        quiet: "border bg-background text-muted-foreground hover:bg-accent",
        ghost: "text-muted-foreground hover:bg-accent hover:text-foreground",
        chosen: "text-brand hover:bg-accent",
        destructive: "border border-destructive/40 bg-background text-destructive hover:bg-destructive/10",
      },
      size: {
        md: "h-8 shrink-0 px-3",
        sm: "h-7 shrink-0 px-2.5 text-[0.8125rem]",
        text: "h-7 min-w-0 px-1.5 text-[0.8125rem]",
        id: "h-6 min-w-0 px-1.5 font-mono text-xs",
        icon: "size-7 shrink-0",
        "icon-md": "size-8 shrink-0",
      },
      shape: { square: "rounded-md", round: "rounded-full" },
      align: { center: "justify-center", start: "justify-start" },
      weight: { medium: "font-medium", normal: "font-normal" },
    },
    defaultVariants: { variant: "outline", size: "md", shape: "square", align: "center", weight: "medium" },
  },
);

/** Props of `Button`. */
export type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonClasses> & {
    /** Keeps a button that is off in the order of the Tab key, for one that tells why it is. */
    focusableWhenDisabled?: boolean;
  };

/** A push button. While `disabled` it keeps its place and says nothing to pointers. */
export function Button(all: ButtonProps) {
  const { variant, size, shape, align, weight, className, disabled = false, focusableWhenDisabled, ...props } = all;
  const isKept = disabled && focusableWhenDisabled;
  return (
    <button
      type="button"
      {...props}
      {...(isKept ? { "aria-disabled": true, onClick: (event) => event.preventDefault() } : { disabled })}
      className={cn(buttonClasses({ variant, size, shape, align, weight }), className)}
    />
  );
}
