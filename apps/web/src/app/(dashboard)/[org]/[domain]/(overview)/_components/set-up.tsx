"use client";
import type { Overview } from "@docsteward/services/overview/get";
import { Button } from "@docsteward/ui/button";
import { Card } from "@docsteward/ui/card";
import { cn } from "@docsteward/ui/cn";
import { Progress } from "@docsteward/ui/progress";
import { Check, ChevronDown, X } from "lucide-react";
import { useState } from "react";
import { SET_UP_STEPS } from "./set-up-steps.tsx";

type Props = Pick<Overview, "steps" | "index" | "source"> & { onHide: () => void };

/** The way from a new project to its first pull request and its first answer. It ticks itself, and never stands in the way. */
export function SetUp({ steps, index, source, onHide }: Props) {
  const next = SET_UP_STEPS.find(({ name }) => !steps[name])?.name ?? null;
  const [isFolded, setIsFolded] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const done = SET_UP_STEPS.filter(({ name }) => steps[name]).length;
  const words = next === null ? "Setup complete" : `${done} of ${SET_UP_STEPS.length} steps done`;
  if (isFolded) {
    return (
      <Button shape="round" className="w-fit" onClick={() => setIsFolded(false)}>
        <Progress label="Setup" value={done} max={SET_UP_STEPS.length} className="w-16" />
        {words}
        <ChevronDown aria-label="Show steps" />
      </Button>
    );
  }
  return (
    <Card>
      <section aria-label="Set up">
        <div className="flex items-center gap-3 border-b py-2 pr-2 pl-3">
          <h2 className="font-semibold">{next === null ? words : "Set up this project"}</h2>
          <Progress label="Setup" value={done} max={SET_UP_STEPS.length} className="w-24 max-sm:hidden" />
          <span className="text-muted-foreground text-xs tabular-nums" aria-live="polite">
            {words}
          </span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={next === null ? "Hide setup" : "Collapse steps"}
            className="ml-auto"
            onClick={() => (next === null ? onHide() : setIsFolded(true))}
          >
            {next === null ? <X aria-hidden /> : <ChevronDown aria-hidden className="rotate-180" />}
          </Button>
        </div>
        <ol className="divide-y">
          {SET_UP_STEPS.map(({ name, title, Body }) => {
            const isOpen = (chosen ?? next) === name;
            return (
              <li key={name}>
                <button
                  type="button"
                  aria-expanded={isOpen}
                  onClick={() => setChosen(isOpen ? "" : name)}
                  className="-outline-offset-2 flex w-full cursor-pointer items-center gap-2.5 px-3 py-2 text-left hover:bg-accent/60"
                >
                  <Tick isDone={steps[name]} />
                  <span className={cn("font-medium", steps[name] && "text-muted-foreground")}>{title}</span>
                  <ChevronDown
                    aria-hidden
                    className={cn("ml-auto size-3.5 text-muted-foreground", isOpen && "rotate-180")}
                  />
                </button>
                {isOpen && (
                  <div className="flex flex-col items-start gap-2.5 pr-3 pb-3 pl-9.5 text-muted-foreground">
                    <Body index={index} source={source} />
                  </div>
                )}
              </li>
            );
          })}
        </ol>
      </section>
    </Card>
  );
}

function Tick({ isDone }: { isDone: boolean }) {
  return (
    <span
      className={cn(
        "grid size-4 shrink-0 place-items-center rounded-full border transition-colors",
        isDone ? "border-success bg-success text-background" : "border-input",
      )}
    >
      {isDone && <Check aria-hidden strokeWidth={3} className="size-2.5" />}
      <span className="sr-only">{isDone ? "Done:" : "To do:"}</span>
    </span>
  );
}
