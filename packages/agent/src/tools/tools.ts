import { deleteTool } from "./delete.ts";
import { diffTool } from "./diff.ts";
import { editTool } from "./edit.ts";
import { finishTool } from "./finish.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";
import { listTool } from "./list.ts";
import { logTool } from "./log.ts";
import { moveTool } from "./move.ts";
import { multiEditTool } from "./multi-edit.ts";
import { readTool } from "./read.ts";
import { searchTool } from "./search.ts";
import { showTool } from "./show.ts";
import { todoWriteTool } from "./todo-write.ts";
import type { AgentTool } from "./tool.ts";
import { validateTool } from "./validate.ts";
import { writeTool } from "./write.ts";

/** Every tool, in the order the model sees them. The order is part of the cached prefix: add at the end. */
export const TOOLS: readonly AgentTool[] = [
  listTool,
  globTool,
  grepTool,
  readTool,
  searchTool,
  editTool,
  multiEditTool,
  writeTool,
  moveTool,
  deleteTool,
  todoWriteTool,
  diffTool,
  validateTool,
  finishTool,
  logTool,
  showTool,
] as readonly AgentTool[];

export function findTool(name: string): AgentTool | undefined {
  return TOOLS.find((tool) => tool.name === name);
}
