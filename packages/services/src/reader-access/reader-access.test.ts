import { createPrivateKey, createSign, generateKeyPairSync, type KeyObject, sign as signBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Reader } from "@docsteward/assistant/retriever/restrict-retriever";
import { parseInput } from "@docsteward/contract/input-schema";
import { describe, expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { searchSite } from "../site/search.ts";
import { seedSite } from "../site/testing-site.ts";
import { createTestServices, seedProject, type TestServicesOptions } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { identifyReader } from "./reader.ts";
import {
  clearReaderAccess,
  getReaderAccess,
  rotateReaderSecret,
  SetReaderAccess,
  setReaderAccess,
} from "./settings.ts";
import { signReaderToken } from "./testing-token.ts";

/** Serves one key set, and counts how often it is asked. */
const keyServer = { keys: [] as object[], status: 200, asked: 0, url: "", extra: "" };
const server = createServer((_, response) => {
  keyServer.asked += 1;
  response.writeHead(keyServer.status, { "content-type": "application/json" });
  response.end(JSON.stringify({ keys: keyServer.keys, extra: keyServer.extra }));
});
let nowMs = Date.parse("2026-11-22T12:00:00Z");
const test = servicesTest()
  .extend("options", { scope: "file" }, (): TestServicesOptions => {
    const clock = { now: () => new Date(nowMs) };
    return { clock, webhooks: { allowedNetworks: ["127.0.0.0/8"] } };
  })
  /** A project whose tokens are signed with a secret, and what signs them. */
  .extend("withSecret", { scope: "file" }, ({ services }) => async (more: Partial<SetReaderAccess> = {}) => {
    const ctx = await seedProject(services);
    const { secret } = await set(ctx, { method: "secret", ...more });
    if (secret === null) throw new Error("No secret was made.");
    const sign = (claims: object, header?: object) =>
      signReaderToken(secret, { aud: ctx.project.domain, exp: exp(), ...claims }, header);
    const read = (token: string | null, key = KEY) => groupsOf(identifyReader(ctx, { key, token }));
    return { ctx, secret, sign, read };
  })
  .extend("open", { scope: "file" }, ({ services }) => async (path: string) => {
    const ctx = await seedProject(services);
    await set(ctx, { method: "jwks", keySetUrl: `${keyServer.url}/${path}` });
    const read = (token: string) => groupsOf(identifyReader(ctx, { key: KEY, token }));
    return { ctx, read, claims: { aud: ctx.project.domain, groups: ["staff"] } };
  });
test.beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  keyServer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
});
test.afterAll(() => server.close());

const KEY = { groups: [] as string[], isPlayground: false };
const exp = () => Math.floor(nowMs / 1_000) + 3_600;
const set = (ctx: ProjectContext, input: SetReaderAccess) => setReaderAccess(ctx, parseInput(SetReaderAccess, input));
const groupsOf = async (reader: Promise<Reader | null>) => [...((await reader)?.groups ?? ["every page"])];

describe("a token that is signed with the project's secret", () => {
  test("proves the groups that it lists, and those of the key come to them", async ({ withSecret }) => {
    const { ctx, sign, read } = await withSecret();

    expect(await read(sign({ groups: ["Staff", "beta"] }))).toEqual(["staff", "beta"]);
    expect(await read(sign({ groups: "staff", aud: ctx.project.id }))).toEqual(["staff"]);
    expect(await read(sign({}), { ...KEY, groups: ["Partners"] })).toEqual(["partners"]);
    expect(await read(null)).toEqual([]);
  });

  test("can list them in a claim of another name, and come from one issuer alone", async ({ withSecret }) => {
    const { sign, read } = await withSecret({ groupsClaim: "https://acme.com/roles", issuer: "acme" });

    expect(await read(sign({ "https://acme.com/roles": ["a"], groups: ["b"], iss: "acme" }))).toEqual(["a"]);
    await expect(read(sign({ iss: "other" }))).rejects.toThrow("has no valid `iss`");
    await expect(read(sign({}))).rejects.toThrow("has no valid `iss`");
  });

  test.for([
    ["of another secret", (secret: string, claims: object) => signReaderToken(`${secret}x`, claims), "valid signature"],
    [
      "without an end",
      (secret: string, claims: object) => signReaderToken(secret, { ...claims, exp: undefined, nbf: 1 }),
      "`exp`",
    ],
    [
      "that has ended",
      (secret: string, claims: object) => signReaderToken(secret, { ...claims, exp: exp() - 3_700 }),
      "has expired",
    ],
    [
      "that holds for longer than a day",
      (secret: string, claims: object) => signReaderToken(secret, { ...claims, exp: exp() + 90_000 }),
      "within 24 hours",
    ],
    [
      "for another site",
      (secret: string, claims: object) => signReaderToken(secret, { ...claims, aud: "other" }),
      "must have the `aud`",
    ],
    [
      "without a signature",
      (_: string, claims: object) => `${signReaderToken("", claims, { alg: "none" }).replace(/[^.]*$/, "")}`,
      "isn't allowed",
    ],
    [
      "of an algorithm that says so itself",
      (secret: string, claims: object) => signReaderToken(secret, claims, { alg: "HS512" }),
      "isn't allowed",
    ],
    [
      "with an extension that must be understood",
      (secret: string, claims: object) => signReaderToken(secret, claims, { alg: "HS256", crit: ["b64"], b64: false }),
      "valid signature",
    ],
    ["that is no token", () => "x.y.z", "valid signature"],
    ["that is too long", () => "x".repeat(8_001), "longer than 8000 characters"],
    [
      "with 201 groups",
      (secret: string, claims: object) => signReaderToken(secret, { ...claims, groups: Array(201).fill("a") }),
      "more than 200 groups",
    ],
    [
      "whose groups are no names",
      (secret: string, claims: object) => signReaderToken(secret, { ...claims, groups: [{ a: 1 }] }),
      "must name groups",
    ],
  ] as const)("is refused: one %s", async ([_, make, reason], { withSecret }) => {
    const { ctx, secret, read } = await withSecret();

    const token = make(secret, { aud: ctx.project.domain, exp: exp(), groups: ["staff"] });

    await expect(read(token)).rejects.toMatchObject({ code: "invalid_reader_token" });
    await expect(read(token)).rejects.toThrow(reason);
  });

  test("ends with its secret, which is kept sealed and shown once", async ({ services, withSecret }) => {
    const { ctx, secret, sign, read } = await withSecret();
    const before = sign({ groups: ["staff"] });

    const { secret: next } = await rotateReaderSecret(ctx);
    const row = await services.db.readerAccess.findUniqueOrThrow({ where: { projectId: ctx.project.id } });

    await expect(read(before)).rejects.toMatchObject({ code: "invalid_reader_token" });
    const after = signReaderToken(next, { aud: ctx.project.domain, exp: exp(), groups: ["staff"] });
    expect(await read(after)).toEqual(["staff"]);
    expect(row.secret).not.toContain(next);
    expect((await set(ctx, { method: "secret" })).secret).toBeNull();
    expect(JSON.stringify(await getReaderAccess(ctx))).not.toContain(secret);
  });

  test("another project's secret proves nothing", async ({ withSecret }) => {
    const [one, other] = [await withSecret(), await withSecret()];

    const token = signReaderToken(other.secret, { aud: one.ctx.project.domain, exp: exp(), groups: ["staff"] });

    await expect(one.read(token)).rejects.toMatchObject({ code: "invalid_reader_token" });
  });
});

/** Signs with a private key by the plain means of the runtime. */
function signWith(key: KeyObject, header: { alg: string; kid?: string }, claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${encode(header)}.${encode({ exp: exp(), ...claims })}`;
  const make = () => {
    if (header.alg === "EdDSA") return signBytes(null, Buffer.from(text), key);
    return createSign("sha256").update(text).sign({ key, dsaEncoding: "ieee-p1363" });
  };
  return `${text}.${make().toString("base64url")}`;
}

describe("a token that is checked with a key set", () => {
  const pairs = {
    RS256: generateKeyPairSync("rsa", { modulusLength: 2048 }),
    ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
    EdDSA: generateKeyPairSync("ed25519"),
  };
  const publish = (alg: keyof typeof pairs, kid: string = alg) => ({
    ...pairs[alg].publicKey.export({ format: "jwk" }),
    alg,
    kid,
  });

  test.for(["RS256", "ES256", "EdDSA"] as const)("proves groups by %s", async (alg, { open }) => {
    keyServer.keys = [publish("RS256"), publish("ES256"), publish("EdDSA")];
    const { read, claims } = await open(alg);

    expect(await read(signWith(pairs[alg].privateKey, { alg, kid: alg }, claims))).toEqual(["staff"]);
  });

  test("is refused when a public key was used as a secret, and when the set holds a secret", async ({ open }) => {
    const secret = "a secret that stands in a public set";
    keyServer.keys = [
      publish("RS256"),
      { kty: "oct", kid: "s", alg: "HS256", k: Buffer.from(secret).toString("base64url") },
    ];
    const { read, claims } = await open("confused");
    const pem = pairs.RS256.publicKey.export({ format: "pem", type: "spki" }).toString();

    for (const token of [
      signReaderToken(pem, { ...claims, exp: exp() }, { alg: "HS256", kid: "RS256" }),
      signReaderToken(secret, { ...claims, exp: exp() }, { alg: "HS256", kid: "s" }),
    ])
      await expect(read(token)).rejects.toMatchObject({ code: "invalid_reader_token" });
  });

  test("is refused with an exponent that makes each check as slow as signing", async ({ open }) => {
    const { d = "", ...parts } = pairs.RS256.privateKey.export({ format: "jwk" });
    // The same numbers with the private exponent as the public one: what signs is then 65,537.
    const [dp, dq] = ["AQAB", "AQAB"];
    const slow = createPrivateKey({ key: { ...parts, e: d, d: "AQAB", dp, dq }, format: "jwk" });
    const { kty, n } = parts;
    keyServer.keys = [{ kty, n, e: d, alg: "RS256", kid: "slow" }];
    const { read, claims } = await open("slow");

    await expect(read(signWith(slow, { alg: "RS256", kid: "slow" }, claims))).rejects.toThrow("isn't in the key set");
  });

  test("fetches the set once for many tokens, and again for a new key but not for each unknown one", async ({
    open,
  }) => {
    keyServer.keys = [publish("RS256", "first")];
    const { read, claims } = await open("turning");
    const sign = (kid: string) => signWith(pairs.RS256.privateKey, { alg: "RS256", kid }, claims);
    const before = keyServer.asked;

    for (let call = 0; call < 5; call += 1) await read(sign("first"));
    expect(keyServer.asked - before).toBe(1);

    for (let call = 0; call < 5; call += 1) await expect(read(sign("second"))).rejects.toThrow("isn't in the key set");
    keyServer.keys = [publish("RS256", "second")];
    nowMs += 31_000;
    expect(await read(sign("second"))).toEqual(["staff"]);
    expect(keyServer.asked - before).toBe(2);
  });

  test("can't be checked while the set is away or too large: that is no reader's fault, and opens nothing", async ({
    open,
  }) => {
    keyServer.status = 500;
    const away = await open("away");
    const sign = (claims: object) => signWith(pairs.RS256.privateKey, { alg: "RS256", kid: "RS256" }, claims);
    await expect(away.read(sign(away.claims))).rejects.toMatchObject({ code: "unavailable" });

    keyServer.status = 200;
    keyServer.keys = [publish("RS256")];
    keyServer.extra = "x".repeat(70_000);
    const large = await open("large");
    await expect(large.read(sign(large.claims))).rejects.toMatchObject({ code: "unavailable" });
    keyServer.extra = "";
  });

  test("is not fetched from inside: such an address is refused", async () => {
    const closed = await createTestServices();
    const ctx = await seedProject(closed);

    const inside = set(ctx, { method: "jwks", keySetUrl: "https://169.254.169.254/keys" });

    await expect(inside).rejects.toMatchObject({ code: "invalid_request" });
    await closed.close();
  });
});

const PAGES = [
  { path: "/open", title: "Open", text: "Parcels for everyone." },
  { path: "/staff", title: "Staff", text: "Parcels for staff.", readers: ["Staff"], groups: ["Staff", "Guides"] },
  { path: "/listed", title: "Listed", text: "Parcels of the guides.", groups: ["Guides"] },
  { path: "/broken", title: "Broken", text: "Parcels with broken front matter.", readers: null },
];
const pathsFor = async (ctx: ProjectContext, groups: string[], isByNavigation: boolean, filter?: object) => {
  const reader = { groups: new Set(groups), isByNavigation };
  const found = await searchSite({ ...ctx, reader }, { query: "parcels", pageSize: 10, filter });
  return found.map(({ path }) => path).sort();
};

test("front matter decides over the navigation, and a page whose front matter can't be read is shown to no reader", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, PAGES);

  expect(await pathsFor(ctx, [], false)).toEqual(["/listed", "/open"]);
  expect(await pathsFor(ctx, [], true)).toEqual(["/open"]);
  expect(await pathsFor(ctx, ["guides"], true)).toEqual(["/listed", "/open"]);
  expect(await pathsFor(ctx, ["staff", "guides"], true)).toEqual(["/listed", "/open", "/staff"]);
});

test("a caller's filter narrows what its reader may read, and never widens it", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, PAGES);

  expect(await pathsFor(ctx, ["guides"], true, { groups: ["Staff"] })).toEqual([]);
  expect(await pathsFor(ctx, ["staff", "guides"], true, { groups: ["staff"] })).toEqual(["/staff"]);
});

test("a site that enforces no groups answers as before, and so it does again when they are cleared", async ({
  services,
}) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, PAGES);
  const asKey = { ...ctx, actor: { kind: "key", keyId: "key_1" } as const };
  const count = async () => (await searchSite(asKey, { query: "parcels", pageSize: 10 })).length;

  expect(await count()).toBe(4);
  await set(ctx, { method: "keys" });
  expect(await count()).toBe(1);
  await clearReaderAccess(ctx);
  expect(await count()).toBe(4);
});

test("says how many pages are left to readers without groups, before and after it is set", async ({ services }) => {
  const ctx = await seedProject(services);
  await seedSite(ctx, PAGES);

  expect(await getReaderAccess(ctx)).toEqual({ settings: null, pages: { total: 4, open: 2, openByNavigation: 1 } });
  await set(ctx, { method: "keys", isByNavigation: false });

  expect((await getReaderAccess(ctx)).settings).toMatchObject({ method: "keys", isByNavigation: false });
  const audited = await services.db.auditEvent.findMany({ where: { projectId: ctx.project.id } });
  expect(audited.map(({ action }) => action)).toEqual(["access.set"]);
});

test("where groups come from keys alone, a token is refused and not left aside", async ({ services }) => {
  const ctx = await seedProject(services);
  await set(ctx, { method: "keys" });

  const read = (token: string | null) => groupsOf(identifyReader(ctx, { key: { ...KEY, groups: ["Staff"] }, token }));

  expect(await read(null)).toEqual(["staff"]);
  await expect(read("x.y.z")).rejects.toThrow("takes groups from API keys only");
  expect(await groupsOf(identifyReader(ctx, { key: { ...KEY, isPlayground: true }, token: null }))).toEqual([
    "every page",
  ]);
});
