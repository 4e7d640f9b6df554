import { namesOfModels } from "@docsteward/contract/model-settings";
import type { ServiceContext } from "../context.ts";
import { findModelSettings } from "./find-settings.ts";

/** The names that a job of the project may ask for, and the one it gets unless it does. */
export async function modelNamesOf(
  ctx: Pick<ServiceContext, "db" | "memory" | "keySecret" | "models" | "project">,
): Promise<{ defaultName: string; names: readonly string[] }> {
  const settings = await findModelSettings(ctx, ctx);
  if (settings === null) return ctx.models;
  const names = namesOfModels(settings);
  return { defaultName: names[0], names };
}
