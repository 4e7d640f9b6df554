"use client";
import { Button } from "@docsteward/ui/button";
import { ArrowDown } from "lucide-react";

/** Leads back to where the answer is being written. */
export function LatestButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" shape="round" onClick={onClick} className="-translate-x-1/2 absolute bottom-2 left-1/2 shadow-sm">
      <ArrowDown aria-hidden />
      Jump to latest
    </Button>
  );
}
