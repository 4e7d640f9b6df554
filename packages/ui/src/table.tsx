import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { ScrollX } from "./layout.tsx";

/** A table in a border; one that is too wide scrolls inside it. Name it with `aria-label` or a caption. */
export function Table({ className, ...props }: ComponentProps<"table">) {
  return (
    <ScrollX className="relative rounded-lg border">
      <table className={cn("w-full border-collapse text-left", className)} {...props} />
    </ScrollX>
  );
}

/** The line of column names. */
export function TableHead({ className, ...props }: ComponentProps<"thead">) {
  return <thead className={cn("border-b bg-muted text-muted-foreground text-xs", className)} {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<"tbody">) {
  return <tbody className={cn("divide-y", className)} {...props} />;
}

/** A line; `data-selected` marks a chosen one. */
export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return (
    <tr
      className={cn("hover:bg-accent/60 data-selected:bg-accent [thead_&]:hover:bg-transparent", className)}
      {...props}
    />
  );
}

export function TableHeader({ className, ...props }: ComponentProps<"th">) {
  return <th scope="col" className={cn("h-8 whitespace-nowrap px-3 font-medium", className)} {...props} />;
}

/** `isNumber` sets its digits under one another at the right. */
export function TableCell({ isNumber, className, ...props }: ComponentProps<"td"> & { isNumber?: boolean }) {
  return <td className={cn("h-10 px-3 py-1.5", isNumber && "text-right tabular-nums", className)} {...props} />;
}
