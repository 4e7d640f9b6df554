import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { convertManifest } from "./open-github-app.ts";

test("an answer of GitHub that never ends is given up", async () => {
  let sentBytes = 0;
  const server = createServer((_, response) => {
    response.writeHead(201, { "content-type": "application/json" }).write('{"id":"');
    const chunk = "x".repeat(64_000);
    const write = () => {
      while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
    };
    response.on("drain", write);
    write();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const call = convertManifest({ apiUrl, code: "c" });
  await expect(call).rejects.toThrow();
  expect(sentBytes).toBeLessThan(32_000_000);

  server.closeAllConnections();
  server.close();
  await once(server, "close");
});
