"use client";

import { Button } from "@docsteward/ui/button";
import { Kbd } from "@docsteward/ui/kbd";
import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { useModKey } from "../keyboard/use-shortcuts.ts";

const loadPalette = () => import("./palette.tsx");
const Palette = dynamic(loadPalette, { ssr: false });

/** Opens the palette, by click or by ⌘K. Its code loads when a person is about to open it. */
export function PaletteButton() {
  const modKey = useModKey();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setIsOpen((open) => !open);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        weight="normal"
        aria-keyshortcuts="Meta+K Control+K"
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        onClick={() => setIsOpen(true)}
        className="sm:w-60 sm:justify-start"
      >
        <Search aria-hidden />
        <span className="max-sm:sr-only">Search and commands</span>
        <Kbd aria-hidden className="ml-auto max-sm:hidden">
          {modKey} K
        </Kbd>
      </Button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  );
}
