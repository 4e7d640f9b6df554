import { fixedClock } from "@docsteward/platform/clock";
import { newId } from "@docsteward/platform/id";
import { createSetupLink } from "@docsteward/services/setup";
import { CLIENT_ADDRESS_HEADER } from "@docsteward/services/sign-in/client-address";
import { limitSignInAttempts } from "@docsteward/services/sign-in/with-password";
import { seedProject } from "@docsteward/services/testing";
import { createPasswordLink } from "@docsteward/services/user/users";
import { describe, expect } from "vitest";
import { openBrowser } from "../../testing/browser.ts";
import { appTest, openTestApp } from "../../testing/test-app.ts";

const clock = fixedClock("2026-11-21T12:00:00Z");
const password = "the weaver of numbers";
let owner: { name: string; email: string };
const test = appTest({ clock }).extend(
  "org",
  { scope: "file", auto: true },
  async ({ services }) => (await seedProject(services)).organization.slug,
);
test.beforeAll(() => {
  clock.advance(Date.now() - clock.now().getTime());
  goToNextHour();
  owner = { name: "Ada", email: "ada@example.com" };
});

/** Goes on at the beginning of an hour: attempts count by hour and quarter, and a test whose minute ends one begins to count again. */
const goToNextHour = () => clock.advance(HOUR_MS - (clock.now().getTime() % HOUR_MS));
const HOUR_MS = 60 * 60_000;

const tokenOf = (link: string | null) => new URL(String(link)).searchParams.get("token") ?? "";

async function signIn(email = owner.email, options = {}) {
  const browser = openBrowser(options);
  const answer = await browser.post("session.signIn", { email, password });
  return { browser, answer };
}

describe("the first account", () => {
  test("is made by the printed link alone, once, and owns what was there before", async ({ services, org }) => {
    const token = tokenOf(await createSetupLink(services));
    const user = { ...owner, password };
    const browser = openBrowser();

    expect((await browser.get("setup.isNeeded")).data).toBe(true);
    expect((await browser.post("setup.complete", { token: "guessed", user })).problem?.code).toBe("not_found");
    expect((await browser.post("setup.complete", { token, user: { ...user, password: "short" } })).problem?.code).toBe(
      "invalid_request",
    );
    const [first, second] = await Promise.all([
      browser.post("setup.complete", { token, user }),
      openBrowser().post("setup.complete", { token, user: { ...user, email: "eve@example.com" } }),
    ]);

    expect([first.status, second.status].toSorted()).toEqual([200, 404]);
    expect(await createSetupLink(services)).toBeNull();
    expect((await browser.get("setup.look", { token })).data).toEqual({ isOpen: false, orgs: [] });
    owner = { name: "Ada", email: first.status === 200 ? owner.email : "eve@example.com" };
    const { browser: signedIn } = await signIn();
    expect((await signedIn.get("session.me")).data).toMatchObject(owner);
    expect((await signedIn.get("project.list")).data).toMatchObject([{ org }]);
  });

  test("an account is never made by asking for one", async ({ services }) => {
    const user = { name: "Eve", email: "eve2@example.com", password };

    expect((await openBrowser().post("setup.complete", { token: "x", user })).status).toBe(404);
    expect((await openBrowser().post("invitation.acceptAsNew", { token: "x", user })).status).toBe(404);
    expect(await services.db.user.count({ where: { email: user.email } })).toBe(0);
  });
});

describe("signing in", () => {
  test("gives a cookie that scripts cannot read and other sites cannot send", async () => {
    const { answer } = await signIn();

    expect(answer.setCookies).toHaveLength(2);
    expect(answer.setCookies[1]).toMatch(
      /^docsteward\.device=[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.setCookies[0]).toMatch(
      /^docsteward\.session_token=.+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test("tells an unknown address and a wrong password in the same words", async () => {
    const wrong = await openBrowser().post("session.signIn", { email: owner.email, password: "not this one" });
    const unknown = await openBrowser().post("session.signIn", { email: "nobody@example.com", password });

    expect(wrong.problem).toMatchObject({ code: "not_signed_in", error: expect.stringContaining("is wrong") });
    expect(unknown.problem?.error).toBe(wrong.problem?.error);
    expect([...wrong.setCookies, ...unknown.setCookies]).toEqual([]);
  });

  const many = (count: number, work: (index: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  const guess = (email: string, address: string) =>
    openBrowser({ address }).post("session.signIn", { email, password: "a wrong one" });
  /** An attacker who uses so many networks that none of them reaches its limit. */
  const attack = async (email: string, count: number) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) statuses.push((await guess(email, `10.${index}.0.1`)).status);
    return statuses;
  };

  test("is refused after ten failures of an account from one network, and says when to try again", async () => {
    const email = `${newId("many").toLowerCase()}@example.com`;

    const answers = (await many(14, (index) => guess(email, `198.51.100.${index}`))) as Awaited<
      ReturnType<typeof guess>
    >[];
    const refused = answers.filter(({ status }) => status === 429);

    expect(refused).toHaveLength(4);
    expect(refused[0]?.problem?.error).toMatch(/^Too many sign-in attempts\. Try again in (a|\d+) minutes?\.$/);
    clock.advance(15 * 60_000);
    expect((await guess(email, "198.51.100.99")).status).toBe(401);
  });

  test("is slowed down for strangers from everywhere, and never closed", async () => {
    const email = `${newId("slow").toLowerCase()}@example.com`;
    goToNextHour();

    // Ten as always, one for each of ten networks that are new, and one for all others together.
    const statuses = await attack(email, 25);
    expect(statuses.filter((status) => status === 401)).toHaveLength(21);

    clock.advance(60_000);
    expect((await guess(email, "172.16.0.1")).status).toBe(401);
    expect((await guess(email, "172.16.1.1")).status).toBe(429);
  });

  test("by its owner works in a new browser and place while strangers use up every turn from a few networks", async () => {
    goToNextHour();
    for (let turn = 0; turn < 40; turn += 1) await guess(owner.email, `198.18.${turn % 5}.1`);

    expect((await guess(owner.email, "198.18.0.1")).status).toBe(429);
    expect((await signIn(owner.email, { address: "100.64.7.7" })).answer.status).toBe(200);
  });

  test("by its owner works in a known browser and from a known network, also during an attack from elsewhere", async () => {
    const { browser } = await signIn(owner.email, { address: "203.0.113.7" });
    await browser.post("session.signOut");
    await signIn(owner.email, { address: "192.0.2.10" });

    const statuses = await attack(owner.email, 40);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(20);

    const elsewhere = openBrowser({ address: "100.64.0.9" });
    for (const [name, value] of browser.jar) elsewhere.jar.set(name, value);
    expect((await elsewhere.post("session.signIn", { email: owner.email, password })).status).toBe(200);
    expect((await signIn(owner.email, { address: "192.0.2.200" })).answer.status).toBe(200);
    expect((await signIn(owner.email, { address: "100.64.1.9" })).answer.status).toBe(429);
  });

  test("in a known browser has its own ten failures, and the cookie of another account is of no use", async () => {
    goToNextHour();
    const { browser } = await signIn();
    const wrong = () => browser.post("session.signIn", { email: owner.email, password: "a wrong one" });

    const statuses = [];
    for (let index = 0; index < 12; index += 1) statuses.push((await wrong()).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect((await signIn()).answer.status).toBe(200);

    const other = `${newId("other").toLowerCase()}@example.com`;
    const others = [];
    for (let index = 0; index < 12; index += 1) {
      others.push((await browser.post("session.signIn", { email: other, password })).status);
    }
    expect(others.filter((status) => status === 401)).toHaveLength(10);
    goToNextHour();
  });

  test("that fails does not keep a signed-in person from changing their password", async () => {
    const { browser } = await signIn();
    await many(20, (index) => guess(owner.email, `203.0.113.${index}`));

    const change = (current: string) => browser.post("account.changePassword", { current, next: password });
    expect((await change(password)).status).toBe(200);
    const statuses = [];
    for (let index = 0; index < 12; index += 1) statuses.push((await change("a wrong one")).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    goToNextHour();
  });

  test("is refused after a hundred failures from one network, and not from others", async ({ services }) => {
    const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: "192.0.2.77" });
    for (let index = 0; index < 100; index += 1) {
      await limitSignInAttempts(services, { email: `guess-${index}@example.com`, headers });
    }

    expect((await signIn(owner.email, { address: "192.0.2.78" })).answer.status).toBe(429);
    expect((await signIn()).answer.status).toBe(200);
    goToNextHour();
  });

  test("uses nothing up when it succeeds", async ({ services }) => {
    const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: "192.0.2.78" });
    for (let index = 0; index < 60; index += 1) {
      const giveBack = await limitSignInAttempts(services, { email: owner.email, headers });
      await giveBack();
    }

    expect((await signIn(owner.email, { address: "192.0.2.78" })).answer.status).toBe(200);
  });
});

describe("sessions", () => {
  test("a revoked one ends immediately, and others continue", async () => {
    const { browser: here } = await signIn();
    const { browser: there } = await signIn();
    const { data } = await here.get("account.get");
    const { sessions } = data as { sessions: { id: string; isCurrent: boolean; address: string }[] };
    const theirs = sessions.filter(({ isCurrent }) => !isCurrent);

    expect(sessions.find(({ isCurrent }) => isCurrent)?.address).toBe("203.0.113.7");
    for (const { id } of theirs) expect((await here.post("account.revokeSession", { id })).status).toBe(200);

    expect((await there.get("project.list")).problem?.code).toBe("not_signed_in");
    expect((await here.get("project.list")).status).toBe(200);
  });

  test("signing out ends the session on the server too", async () => {
    const { browser } = await signIn();
    const stolen = new Map(browser.jar);

    await browser.post("session.signOut");
    const thief = openBrowser();
    for (const [name, value] of stolen) thief.jar.set(name, value);

    expect([...browser.jar.keys()]).toEqual(["docsteward.device"]);
    expect((await thief.get("session.me")).data).toBeNull();
  });

  test("one that has expired, or whose cookie was changed, is none", async ({ services }) => {
    const { browser } = await signIn();
    const changed = openBrowser();
    for (const [name, value] of browser.jar) changed.jar.set(name, value.replace(/.$/, "x").replace(/^./, "x"));

    expect((await changed.get("session.me")).data).toBeNull();
    await services.db.userSession.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } });
    expect((await browser.get("session.me")).data).toBeNull();
  });

  test("hides another person's sessions", async ({ services }) => {
    const { browser } = await signIn();
    const user = await services.db.user.create({ data: { id: newId("usr"), name: "Lin", email: "lin@example.com" } });
    const { id } = await services.db.userSession.create({
      data: { id: newId("ses"), userId: user.id, token: newId("tok"), expiresAt: new Date(Date.now() + 60_000) },
    });

    expect((await browser.post("account.revokeSession", { id })).problem?.code).toBe("not_found");
    await browser.post("account.revokeOthers");
    expect(await services.db.userSession.count({ where: { id } })).toBe(1);
  });
});

describe("passwords", () => {
  test("a new one needs the current one, and signs the other browsers out", async () => {
    const { browser: here } = await signIn();
    const { browser: there } = await signIn();

    const wrong = await here.post("account.changePassword", { current: "nope", next: "another long one" });
    const right = await here.post("account.changePassword", { current: password, next: "another long one" });

    expect(wrong.problem).toMatchObject({
      code: "conflict",
      error: expect.stringContaining("current password is wrong"),
    });
    expect(right.status).toBe(200);
    expect((await there.get("session.me")).data).toBeNull();
    expect((await here.get("session.me")).data).toMatchObject(owner);
    expect((await here.post("account.changePassword", { current: "another long one", next: password })).status).toBe(
      200,
    );
  });

  test("an operator's link sets a new one, once", async ({ services }) => {
    const { browser: before } = await signIn();
    const token = tokenOf(await createPasswordLink(services, { email: owner.email.toUpperCase() }));
    const browser = openBrowser();
    expect((await browser.get("session.isPasswordLink", { token })).data).toBe(true);

    expect((await browser.post("session.setPassword", { token, password })).status).toBe(200);

    expect((await browser.get("session.me")).data).toMatchObject(owner);
    expect((await before.get("session.me")).data).toBeNull();
    expect((await browser.get("session.isPasswordLink", { token })).data).toBe(false);
    expect((await openBrowser().post("session.setPassword", { token, password })).problem?.code).toBe("not_found");
  });
});

test("behind https the cookie travels over https alone", async () => {
  const secure = await openTestApp({ baseUrl: "https://docs.example.com" });
  const token = tokenOf(await createSetupLink(secure));
  const browser = openBrowser();

  const { setCookies } = await browser.post("setup.complete", { token, user: { ...owner, password }, org: "acme" });
  await secure.close();

  expect(setCookies[0]).toMatch(/^__Secure-docsteward\.session_token=.+; HttpOnly; Secure; SameSite=Lax$/);
});
