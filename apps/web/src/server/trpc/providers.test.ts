import { fixedClock } from "@docsteward/platform/clock";
import { createInvitation } from "@docsteward/services/invitation";
import { CLIENT_ADDRESS_HEADER } from "@docsteward/services/sign-in/client-address";
import { countProviderStart } from "@docsteward/services/sign-in/with-password";
import { startProviderSignIn } from "@docsteward/services/sign-in/with-provider";
import { seedMember, seedProject, seedSession, type TestServicesOptions } from "@docsteward/services/testing";
import { untilEnd } from "@docsteward/services/testing-fixtures";
import { describe, expect } from "vitest";
import { GET } from "../../app/api/auth/callback/[provider]/route.ts";
import { openBrowser } from "../../testing/browser.ts";
import { type Identity, startIdentityProvider } from "../../testing/identity-provider.ts";
import { appTest } from "../../testing/test-app.ts";

const test = appTest()
  .extend("provider", { scope: "file" }, untilEnd(startIdentityProvider))
  .extend("options", { scope: "file" }, ({ provider }): TestServicesOptions => {
    const client = { clientId: "docsteward", clientSecret: "hush" };
    return {
      signInProviders: {
        github: { ...client, webUrl: provider.url, apiUrl: `${provider.url}/api/v3` },
        oidc: { ...client, issuer: provider.url, name: "Acme SSO" },
      },
    };
  })
  /** Goes to the provider, allows the sign-in, and comes back. @returns where the browser ends up */
  .extend(
    "goThrough",
    { scope: "file" },
    ({ provider }) =>
      async (browser: Browser, { url, identity }: { url: string; identity: Identity }): Promise<string> => {
        const back = provider.allow(url, identity);
        const response = await GET(new Request(back, { headers: browser.headers() }));
        browser.keep(response.headers.getSetCookie());
        return response.headers.get("location") ?? `no redirect but ${response.status}`;
      },
  )
  .extend("signIn", { scope: "file" }, ({ goThrough }) => async (id: string, identity: Identity, more: object = {}) => {
    const browser = openBrowser();
    const { data } = await browser.post("session.startProvider", { provider: id, next: "/acme", ...more });
    const location = await goThrough(browser, { url: (data as { url: string }).url, identity });
    return { browser, location };
  })
  .extend("invite", { scope: "file" }, ({ services }) => async () => {
    const { organization } = await seedProject(services);
    const { url } = await createInvitation({ ...services, organization }, { role: "member" });
    return { org: organization.slug, token: url.slice(url.lastIndexOf("/") + 1) };
  });

let lastId = 0;
function newIdentity(more: Partial<Identity> = {}): Identity {
  lastId += 1;
  return { id: lastId, name: "Grace", email: `grace-${lastId}@example.com`, isVerified: true, ...more };
}

type Browser = ReturnType<typeof openBrowser>;

test("the sign-in page offers what is set up", async () => {
  expect((await openBrowser().get("session.providers")).data).toEqual([
    { id: "github", name: "GitHub" },
    { id: "oidc", name: "Acme SSO" },
  ]);
});

describe.each(["github", "oidc"])("%s", (id) => {
  test("admits no person without an account", async ({ services, signIn }) => {
    const identity = newIdentity();

    const { browser, location } = await signIn(id, identity);

    expect(location).toBe("/sign-in?error=signup_disabled");
    expect((await browser.get("session.me")).data).toBeNull();
    expect(await services.db.user.count({ where: { email: identity.email } })).toBe(0);
  });

  test("makes an account by an invitation, signs it in again later, and keeps no token", async ({
    services,
    signIn,
    invite,
  }) => {
    const identity = newIdentity();
    const { org, token } = await invite();

    const { browser, location } = await signIn(id, identity, { invitationToken: token, next: `/invite/${token}` });
    const accepted = await browser.post("invitation.accept", { token });
    const again = await signIn(id, identity);

    expect(location).toBe(`/invite/${token}`);
    expect(accepted.data).toMatchObject({ org });
    expect(again.location).toBe("/acme");
    expect((await again.browser.get("project.list")).data).toMatchObject([{ org }]);
    const account = await services.db.userAccount.findFirstOrThrow({ where: { user: { email: identity.email } } });
    expect(account).toMatchObject({ providerId: id, accessToken: null, refreshToken: null, idToken: null });
  });

  test("does not take over an account that has its address, until its person links it", async ({
    services,
    goThrough,
    signIn,
  }) => {
    const user = await seedMember(services);
    const identity = newIdentity({ email: user.email });

    expect((await signIn(id, identity)).location).toBe("/sign-in?error=account_not_linked");

    const browser = openBrowser();
    browser.keep((await seedSession(services, { userId: user.id })).split("; ").map((pair) => `${pair}; Path=/`));
    const { data } = await browser.post("account.link", { provider: id });
    expect(await goThrough(browser, { url: (data as { url: string }).url, identity })).toBe("/account");
    const { browser: linked, location } = await signIn(id, identity);
    expect(location).toBe("/acme");
    expect((await linked.get("session.me")).data).toMatchObject({ id: user.id });
    expect((await linked.post("account.unlink", { providerId: id })).problem).toMatchObject({
      code: "conflict",
      error: "This is your only sign-in method. Set a password first.",
    });
  });

  test("does not take over an account of the other provider that has its address", async ({ signIn, invite }) => {
    const other = id === "github" ? "oidc" : "github";
    const first = newIdentity();
    const { token } = await invite();
    await signIn(other, first, { invitationToken: token });

    const { browser, location } = await signIn(id, newIdentity({ email: first.email }));

    expect(location).toBe("/sign-in?error=account_not_linked");
    expect((await browser.get("session.me")).data).toBeNull();
  });

  test("a callback that another browser started creates no session", async ({ goThrough, invite }) => {
    const identity = newIdentity();
    const { token } = await invite();
    const asked = await openBrowser().post("session.startProvider", { provider: id, invitationToken: token });
    const victim = openBrowser();

    await goThrough(victim, { url: (asked.data as { url: string }).url, identity });

    expect((await victim.get("session.me")).data).toBeNull();
  });

  test("goes on to pages of this service alone", async ({ signIn, invite }) => {
    const user = newIdentity();
    const { token } = await invite();
    await signIn(id, user, { invitationToken: token });

    expect((await signIn(id, user, { next: "https://evil.example/x" })).location).toBe("/");
    expect((await signIn(id, user, { next: "//evil.example" })).location).toBe("/");
  });
});

test("a person's GitHub name is stored at their sign-in", async ({ services, signIn, invite }) => {
  const identity = newIdentity({ name: "Hopper" });
  const { token } = await invite();
  const id = String(identity.id);

  await signIn("github", identity, { invitationToken: token });
  expect(await services.db.gitHubPerson.findUnique({ where: { id } })).toMatchObject({ login: "hopper" });
  await signIn("github", { ...identity, name: "Grace" });

  expect(await services.db.gitHubPerson.findUnique({ where: { id } })).toMatchObject({ login: "grace" });
});

test("a provider that is not set up is not found", async () => {
  const answer = await openBrowser().post("session.startProvider", { provider: "google" });

  expect(answer.problem?.code).toBe("not_found");
});

test("a network begins a hundred sign-ins at providers in a quarter of an hour, and another is not kept from its own", async ({
  services,
  provider,
}) => {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: "192.0.2.1" });
  const clock = fixedClock(services.clock.now().toISOString());
  const startAll = () =>
    Promise.all(
      Array.from({ length: 102 }, () =>
        countProviderStart({ ...services, clock }, { headers }).then(
          () => "begun",
          (error) => error.code,
        ),
      ),
    );

  const outcomes = await startAll();

  expect(outcomes.filter((outcome) => outcome === "rate_limited")).toHaveLength(2);
  const start = (address: string) =>
    startProviderSignIn(
      { ...services, clock },
      { provider: "github", next: "/", headers: new Headers({ [CLIENT_ADDRESS_HEADER]: address }) },
    );
  await expect(start("192.0.2.200")).rejects.toMatchObject({ code: "rate_limited" });
  expect((await start("198.51.100.1")).url).toContain(provider.url);
});
