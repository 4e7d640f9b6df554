import { randomBytes } from "node:crypto";

/** Puts a text between marks that say what it is. */
export type Fence = (name: string, text: string, attributes?: Record<string, string | number | null>) => string;

/** A fence whose marks no text can hold, since nobody knows them before: what stands inside stays inside. */
export function createFence(): Fence {
  const key = randomBytes(6).toString("hex");
  return (name, text, attributes = {}) => {
    const said = Object.entries(attributes)
      .filter(([, value]) => value !== null && value !== "")
      .map(
        ([attribute, value]) =>
          ` ${attribute}="${String(value)
            .replace(/["<>\s]+/g, " ")
            .slice(0, 300)}"`,
      );
    return `<${name}-${key}${said.join("")}>\n${text}\n</${name}-${key}>`;
  };
}
