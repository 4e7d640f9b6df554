import type { Todo } from "@docsteward/contract/job";
import { cn } from "@docsteward/ui/cn";
import { ChevronRight, Circle, CircleCheck, CircleDot, CircleSlash } from "lucide-react";

const LOOKS = {
  pending: { Icon: Circle, label: "Not started", className: "text-muted-foreground" },
  in_progress: { Icon: CircleDot, label: "In progress", className: "text-brand" },
  completed: { Icon: CircleCheck, label: "Done", className: "text-success" },
  cancelled: { Icon: CircleSlash, label: "Skipped", className: "text-muted-foreground" },
} as const;

/** The agent's own plan, each item with its state; open while it works. */
export function TodoList({ todos, isOpen }: { todos: readonly Todo[]; isOpen: boolean }) {
  const done = todos.filter(({ status }) => status === "completed").length;
  return (
    <details open={isOpen} className="group rounded-lg border bg-card">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-3 py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-muted-foreground group-open:rotate-90" />
        <h2 className="font-medium">To-dos</h2>
        <span className="ml-auto text-muted-foreground text-xs tabular-nums">
          {done} of {todos.length}
        </span>
      </summary>
      <ul className="flex flex-col gap-1 border-t px-3 py-2">
        {todos.map(({ id, content, status }) => {
          const { Icon, label, className } = LOOKS[status];
          const isOver = status === "completed" || status === "cancelled";
          return (
            <li key={id} className="flex items-start gap-2">
              <Icon role="img" aria-label={label} className={cn("mt-0.5 size-4 shrink-0", className)} />
              <span className={cn("min-w-0 break-words", isOver && "text-muted-foreground line-through")}>
                {content}
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
