import { createServer } from "node:net";
import { expect, test } from "vitest";
import { findPort } from "./find-port.ts";

test("0 finds a free port", async () => {
  expect(await findPort("127.0.0.1", 0)).toBeGreaterThan(0);
});

test("a port in use is named with what to do", async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const port = (server.address() as { port: number }).port;

  await expect(findPort("127.0.0.1", port)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set PORT to a free port.`,
  );

  await new Promise((done) => server.close(done));
});

test("a host that is not this machine is named", async () => {
  await expect(findPort("203.0.113.1", 0)).rejects.toThrow("HOST 203.0.113.1 isn't an address of this machine");
});
