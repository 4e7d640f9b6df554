/** A sentence to the model: what was refused, why, and what to do instead. Never ends the job. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
}
