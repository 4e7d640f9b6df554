import type { JSONValue } from "ai";

/** A sentence to the model: what was refused, why, and what to do instead. Never ends the job. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
  /** More for the model to go by, beside the sentence. */
  readonly details: Record<string, JSONValue>;

  constructor(message: string, details: Record<string, JSONValue> = {}, options: { cause?: unknown } = {}) {
    super(message, options);
    this.details = details;
  }
}
