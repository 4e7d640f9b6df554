"use client";

import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { Kbd } from "@docsteward/ui/kbd";
import { Switch } from "@docsteward/ui/switch";
import { useId } from "react";
import { PROJECT_PAGES } from "../project-pages.ts";
import { setKeysOn, useModKey, useShortcutsEnabled } from "./use-shortcuts.ts";

/** Lists every shortcut. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const isOn = useShortcutsEnabled();
  const switchId = useId();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Keyboard shortcuts" className="flex flex-col gap-5">
        <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {SHORTCUTS.map(({ title, shortcuts }) => (
            <section key={title} className={title === "In a project" ? "sm:row-span-2" : undefined}>
              <h3 className="mb-1.5 text-muted-foreground text-xs">{title}</h3>
              <dl className="flex flex-col gap-1.5">
                {shortcuts.map(({ keys, label }) => (
                  <div key={keys} className="flex items-center justify-between gap-3">
                    <dt>{label}</dt>
                    <dd className="flex shrink-0 gap-1">
                      <Keys keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <div className="flex items-center justify-between gap-3 border-t pt-3">
          <label htmlFor={switchId}>Enable single-key shortcuts</label>
          <Switch id={switchId} checked={isOn} onCheckedChange={setKeysOn} />
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Keys({ keys }: { keys: string }) {
  const modKey = useModKey();
  return keys.split(/[ +]/).map((key) => <Kbd key={key}>{key === "mod" ? modKey : key}</Kbd>);
}

/** One line of the help sheet. `keys` stand between spaces and are pressed one after the other. */
export type Shortcut = { keys: string; label: string };

/** Every shortcut of the dashboard, as the help sheet lists them. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export const SHORTCUTS: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: "Everywhere",
    shortcuts: [
      { keys: "mod+k", label: "Search and commands" },
      { keys: "/", label: "Search this page" },
      { keys: "?", label: "Show keyboard shortcuts" },
    ],
  },
  {
    title: "In a project",
    shortcuts: [
      ...PROJECT_PAGES.map(({ key, label }) => ({ keys: `g ${key}`, label: `Go to ${label}` })),
      { keys: "n", label: "New job" },
    ],
  },
  {
    title: "In a list",
    shortcuts: [
      { keys: "j", label: "Next row" },
      { keys: "k", label: "Previous row" },
      { keys: "Enter", label: "Open the row" },
    ],
  },
];
