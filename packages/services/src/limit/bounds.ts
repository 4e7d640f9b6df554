import { AppError } from "@docsteward/contract/error";
import type { SystemContext } from "../context.ts";
import { ownsFirstOrganization } from "../organization.ts";

/** What an owner has set for itself, and how far above the default an operator has let it go. */
export type OwnFigure = { own?: number | null | undefined; granted?: number | null | undefined };

/** `effective` is what holds, `bound` the most that may be set, and `boundBy` whose figure that is. */
export type Bounds = { effective: number; bound: number; boundBy: "installation" | "organization" };

/**
 * The limit that holds for an organization, or for a part of it (a project, a key): the lower one of its own and of the figure above it.
 * An operator's grant takes the place of the installation's default. An organization's own figure bounds all of its parts.
 */
export function boundsOf(figures: { installation: number; organization: OwnFigure; part?: OwnFigure }): Bounds {
  const { installation, organization, part } = figures;
  const whole = within(installation, organization);
  if (part === undefined) return { ...whole, boundBy: "installation" };
  if (organization.own == null) return { ...within(installation, part), boundBy: "installation" };
  const bound = whole.effective;
  return { effective: Math.min(part.own ?? bound, bound), bound, boundBy: "organization" };
}

function within(installation: number, { own, granted }: OwnFigure) {
  const bound = Math.max(installation, granted ?? installation);
  return { effective: Math.min(own ?? installation, bound), bound };
}

/**
 * Checks a figure that a person sets.
 *
 * @param input.format writes a figure for people
 * @returns the grant that goes with it; undefined where none is needed
 * @throws AppError `invalid_request` that names the bound and who may raise it
 */
export function requireWithinBound(
  { bound, boundBy }: Pick<Bounds, "bound" | "boundBy">,
  input: { name: string; figure: number; installation: number; mayRaise: boolean; format?: (figure: number) => string },
): number | undefined {
  const { name, figure, installation, mayRaise, format = (value) => value.toLocaleString("en") } = input;
  const isRaise = boundBy === "installation" && mayRaise;
  if (figure > bound && !isRaise) {
    const remedy =
      boundBy === "organization"
        ? "the organization's limit. Raise that limit first"
        : "the installation's limit. Ask the operator or an owner of the installation's first organization to raise it";
    const sentence = `${name} can be at most ${format(bound)}: this is ${remedy}.`;
    throw new AppError("invalid_request", sentence, { details: [{ path: name, message: sentence }] });
  }
  if (boundBy === "organization") return undefined;
  const granted = isRaise ? figure : bound;
  return granted > installation ? granted : undefined;
}

/** Whether the actor may allow figures above the installation's default: the operator, and owners of the first organization. */
export async function mayRaiseLimits(ctx: SystemContext): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind === "operator") return true;
  return actor.kind === "user" && (await ownsFirstOrganization(ctx, { userId: actor.userId }));
}
