import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generateOnce } from "./generate-client.ts";

test("of two starts that need the database client one generates it, and the other waits until it exists", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-client-"));
  const both = Promise.withResolvers<void>();
  let looks = 0;
  let isGenerated = false;
  let generated = 0;
  const client = {
    lockFile: join(folder.path, "lock"),
    isCurrent: async () => {
      looks += 1;
      if (looks === 2) both.resolve();
      return isGenerated;
    },
    generate: async () => {
      generated += 1;
      await both.promise;
      isGenerated = true;
    },
  };

  await Promise.all([generateOnce(client), generateOnce(client)]);

  expect({ generated, isGenerated }).toEqual({ generated: 1, isGenerated: true });
});

test("a start whose generation fails lets the next one try", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-client-"));
  const client = { lockFile: join(folder.path, "lock"), isCurrent: async () => false };
  const fail = async () => {
    throw new Error("The database client could not be generated.");
  };
  let generated = 0;

  await expect(generateOnce({ ...client, generate: fail })).rejects.toThrow("could not be generated");
  await generateOnce({
    ...client,
    generate: async () => {
      generated += 1;
    },
  });

  expect(generated).toBe(1);
});
