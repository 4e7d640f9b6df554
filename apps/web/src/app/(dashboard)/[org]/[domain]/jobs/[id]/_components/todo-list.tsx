import type { Todo } from "@docsteward/contract/job";
import { Card, CardHeader } from "@docsteward/ui/card";
import { cn } from "@docsteward/ui/cn";
import { Circle, CircleCheck, CircleDot, CircleSlash } from "lucide-react";

const LOOKS = {
  pending: { Icon: Circle, label: "Not started", className: "text-muted-foreground" },
  in_progress: { Icon: CircleDot, label: "In progress", className: "text-brand" },
  completed: { Icon: CircleCheck, label: "Done", className: "text-success" },
  cancelled: { Icon: CircleSlash, label: "Dropped", className: "text-muted-foreground" },
} as const;

/** The agent's own plan, each item with its state. */
export function TodoList({ todos }: { todos: readonly Todo[] }) {
  const done = todos.filter(({ status }) => status === "completed").length;
  return (
    <Card>
      <CardHeader>
        <h2 className="font-medium">Todos</h2>
        <span className="ml-auto text-muted-foreground text-xs tabular-nums">
          {done} of {todos.length}
        </span>
      </CardHeader>
      <ul className="flex flex-col gap-1 px-3 py-2">
        {todos.map(({ id, content, status }) => {
          const { Icon, label, className } = LOOKS[status];
          const isOver = status === "completed" || status === "cancelled";
          return (
            <li key={id} className="flex items-start gap-2">
              <Icon aria-label={label} className={cn("mt-0.5 size-4 shrink-0", className)} />
              <span className={cn("min-w-0 break-words", isOver && "text-muted-foreground line-through")}>
                {content}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
