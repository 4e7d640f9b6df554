import { seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { fieldsOf, fittingInput, type Procedure, procedureCaller } from "../../testing/procedures.ts";
import { appTest, signedInCaller } from "../../testing/test-app.ts";
import { toAppError } from "../http/problem.ts";
import { appRouter } from "./root.ts";

/** Values for any field that are known to break programs. */
const NASTY = ["\0", "a\0b", "\ud800", "x".repeat(40_000), "%", "\\", -1, 0.1, 2 ** 31, 1e308, null, true, [], {}];

const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;
const ASKED = Object.entries(procedures).filter(
  ([, { _def }]) => _def.inputs.length > 0 && _def.type !== "subscription",
);

const test = appTest()
  .extend("site", { scope: "file" }, async ({ services }): Promise<Record<string, string>> => {
    const { organization, project } = await seedProject(services);
    return { org: organization.slug, domain: project.domain };
  })
  /** Each field with each nasty value, also inside of lists and objects; the other fields fit. */
  .extend(
    "inputsOf",
    { scope: "file" },
    ({ site }) =>
      function* inputsOf(procedure: Procedure): Generator<object> {
        const fields = fieldsOf(procedure);
        const plain = fittingInput(fields, site);
        for (const [name, field] of Object.entries(fields)) {
          const parts = Object.keys(field.properties ?? {});
          for (const nasty of NASTY) {
            yield { ...plain, [name]: nasty };
            if (field.type === "array") yield { ...plain, [name]: [nasty] };
            for (const part of parts) yield { ...plain, [name]: { ...(plain[name] as object), [part]: nasty } };
          }
        }
      },
  );

test.for(ASKED)(
  "%s says what is wrong with a nasty input, or answers",
  async ([path, procedure], { services, inputsOf }) => {
    const call = procedureCaller(signedInCaller(services), path);
    const faults: string[] = [];

    for (const input of inputsOf(procedure)) {
      const error = await call(input).then(
        () => null,
        (thrown: { cause?: unknown }) => thrown.cause ?? thrown,
      );
      if (error !== null && toAppError(error) === null) {
        faults.push(`${JSON.stringify(input).slice(0, 300)}: ${String(error).slice(0, 300)}`);
      }
    }

    expect(faults).toEqual([]);
  },
);
