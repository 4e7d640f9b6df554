import { test } from "vitest";
import { createTestServices, seedKey, seedProject, type TestServicesOptions } from "./testing.ts";

/**
 * A file's `test` with services on a database of its own, which are closed after its last test. Extend `options` where
 * they need another fixture.
 *
 * Each file calls this anew: after the first file of a process, Vitest no longer cleans up after a `test` that files share.
 *
 * @param open for tests that need more than services, e.g. the web app
 */
export function servicesTest(given: TestServicesOptions = {}, open = createTestServices) {
  return test
    .extend("options", { scope: "file" }, (): TestServicesOptions => given)
    .extend("services", { scope: "file", auto: true }, async ({ options }, { onCleanup }) => {
      const services = await open(options);
      onCleanup(() => services.close());
      return services;
    });
}

/** The same with one project for all tests of the file, the first of its installation, and an admin key. */
export function projectTest(given: TestServicesOptions = {}, open = createTestServices) {
  return servicesTest(given, open)
    .extend("ctx", { scope: "file", auto: true }, ({ services }) => seedProject(services))
    .extend("key", { scope: "file" }, async ({ ctx }) => (await seedKey(ctx)).token);
}

/** A fixture of a whole file: opened for the first test that asks for it, and closed after the last one. */
export function untilEnd<T extends AsyncDisposable>(open: () => Promise<T>) {
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from it which fixtures are asked for.
  return async ({}: object, { onCleanup }: { onCleanup(close: () => PromiseLike<void>): void }): Promise<T> => {
    const made = await open();
    onCleanup(() => made[Symbol.asyncDispose]());
    return made;
  };
}
