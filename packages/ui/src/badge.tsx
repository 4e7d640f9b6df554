import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

const badgeClasses = cva(
  "inline-flex w-fit shrink-0 items-center gap-1 whitespace-nowrap rounded-full border px-2 py-px font-medium text-xs [&_svg]:size-3",
  {
    variants: {
      tone: {
        neutral: "bg-muted text-muted-foreground",
        brand: "border-brand/25 bg-brand/10 text-brand",
        success: "border-success/25 bg-success/10 text-success",
        warning: "border-warning/25 bg-warning/10 text-warning",
        merged: "border-merged/25 bg-merged/10 text-merged",
        destructive: "border-destructive/25 bg-destructive/10 text-destructive",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

/** Colors of a badge, by meaning. */
export type BadgeTone = NonNullable<VariantProps<typeof badgeClasses>["tone"]>;

/** A short word about state. The tone repeats what the word says, it never says it alone. */
export function Badge({ tone, className, ...props }: ComponentProps<"span"> & { tone?: BadgeTone }) {
  return <span className={cn(badgeClasses({ tone }), className)} {...props} />;
}
