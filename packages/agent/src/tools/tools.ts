import { deleteTool, editTool, multiEditTool, writeTool } from "./change-pages.ts";
import { globTool, listTool } from "./find-files.ts";
import { finishTool } from "./finish.ts";
import { grepTool } from "./grep.ts";
import { logTool, showTool } from "./history.ts";
import { moveTool } from "./move.ts";
import { readTool } from "./read.ts";
import { diffTool, validateTool } from "./review.ts";
import { searchTool } from "./search.ts";
import { todoWriteTool } from "./todo-write.ts";
import type { AgentTool } from "./tool.ts";

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
