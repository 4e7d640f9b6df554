import { isAppError } from "@docsteward/contract/error";
import { Role } from "@docsteward/services/member/role";
import { seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { procedureCaller } from "../../testing/procedures.ts";
import { appTest, signedInCaller } from "../../testing/test-app.ts";
import { createTrpcContext } from "./context.ts";
import { createCallerFactory, type Meta } from "./init.ts";
import { appRouter } from "./root.ts";

/** Who may call what. The first test fails for a procedure without an entry: add its required role here. */
const LEAST: Record<string, Meta["least"]> = {
  "account.changePassword": "signed-in",
  "account.get": "signed-in",
  "account.link": "signed-in",
  "account.rename": "signed-in",
  "account.revokeOthers": "signed-in",
  "account.revokeSession": "signed-in",
  "account.unlink": "signed-in",
  "analytics.get": "viewer",
  "audit.list": "admin",
  "automation.change": "admin",
  "automation.choices": "viewer",
  "automation.create": "admin",
  "automation.fileChange": "viewer",
  "automation.get": "viewer",
  "automation.list": "viewer",
  "automation.pause": "admin",
  "automation.preview": "viewer",
  "automation.proposeFile": "admin",
  "automation.remove": "admin",
  "automation.rotateSecret": "admin",
  "automation.run": "member",
  "automation.runs": "viewer",
  "clientSignIn.approve": "signed-in",
  "clientSignIn.clear": "admin",
  "clientSignIn.get": "viewer",
  "clientSignIn.list": "admin",
  "clientSignIn.own": "signed-in",
  "clientSignIn.preview": "anybody",
  "clientSignIn.revoke": "admin",
  "clientSignIn.revokeOwn": "signed-in",
  "clientSignIn.set": "admin",
  "clientSignIn.start": "anybody",
  "gap.askAgain": "member",
  "gap.count": "viewer",
  "gap.createJob": "member",
  "gap.dismissMany": "member",
  "gap.draft": "viewer",
  "gap.get": "viewer",
  "gap.list": "viewer",
  "gap.merge": "member",
  "gap.setOwner": "member",
  "gap.setState": "member",
  "github.accounts": "viewer",
  "github.app": "signed-in",
  "github.assign": "signed-in",
  "github.connect": "admin",
  "github.connectServer": "admin",
  "github.disconnectApp": "signed-in",
  "github.endInstall": "signed-in",
  "github.finishApp": "signed-in",
  "github.get": "viewer",
  "github.refresh": "admin",
  "github.repositories": "admin",
  "github.startApp": "signed-in",
  "golden.add": "member",
  "golden.addFrom": "member",
  "golden.list": "viewer",
  "golden.release": "owner",
  "golden.remove": "member",
  "golden.setHold": "admin",
  "golden.state": "viewer",
  "installation.get": "signed-in",
  "installation.redrive": "signed-in",
  "invitation.accept": "signed-in",
  "invitation.acceptAsNew": "anybody",
  "invitation.look": "anybody",
  "job.archive": "member",
  "job.cancel": "member",
  "job.changeMany": "member",
  "job.choices": "viewer",
  "job.create": "member",
  "job.createOptions": "viewer",
  "job.events": "viewer",
  "job.get": "viewer",
  "job.list": "viewer",
  "job.listChanges": "viewer",
  "job.neighbours": "viewer",
  "job.pastEvents": "viewer",
  "job.retry": "member",
  "job.sendMessage": "member",
  "job.unarchive": "member",
  "key.create": "admin",
  "key.list": "viewer",
  "key.revoke": "admin",
  "key.rotate": "admin",
  "key.update": "admin",
  "limit.jobs": "viewer",
  "limit.keys": "viewer",
  "limit.list": "viewer",
  "limit.set": "admin",
  "limit.setJobs": "admin",
  "member.invitations": "admin",
  "member.invite": "admin",
  "member.leave": "viewer",
  "member.list": "viewer",
  "member.remove": "admin",
  "member.revokeInvitation": "admin",
  "member.setRole": "admin",
  "model.clear": "admin",
  "model.get": "viewer",
  "model.set": "admin",
  "model.try": "admin",
  "model.tryInstalled": "admin",
  "notification.get": "signed-in",
  "notification.previewUnsubscribe": "anybody",
  "notification.save": "signed-in",
  "notification.test": "signed-in",
  "overview.get": "viewer",
  "organization.get": "viewer",
  "organization.list": "signed-in",
  "overview.needs": "viewer",
  "page.get": "viewer",
  "page.list": "viewer",
  "playground.compare": "member",
  "playground.compareOptions": "viewer",
  "playground.createKey": "member",
  "playground.get": "viewer",
  "playground.pages": "viewer",
  "playground.thread": "viewer",
  "playground.threads": "viewer",
  "project.create": "admin",
  "project.get": "viewer",
  "project.list": "signed-in",
  "project.name": "viewer",
  "project.places": "signed-in",
  "project.repositories": "admin",
  "pullRequest.close": "member",
  "pullRequest.diff": "viewer",
  "pullRequest.get": "viewer",
  "pullRequest.list": "viewer",
  "pullRequest.merge": "member",
  "pullRequest.preview": "viewer",
  "pullRequest.revert": "member",
  "readerAccess.clear": "admin",
  "readerAccess.get": "viewer",
  "readerAccess.rotate": "admin",
  "readerAccess.set": "admin",
  "savedPrompt.delete": "member",
  "savedPrompt.list": "viewer",
  "savedPrompt.save": "member",
  "session.isPasswordLink": "anybody",
  "session.me": "anybody",
  "session.providers": "anybody",
  "session.setPassword": "anybody",
  "session.signIn": "anybody",
  "session.signOut": "anybody",
  "session.startProvider": "anybody",
  "settings.checkRepository": "admin",
  "settings.checksConfig": "viewer",
  "settings.delete": "owner",
  "settings.get": "viewer",
  "settings.update": "admin",
  "setup.complete": "anybody",
  "setup.isNeeded": "anybody",
  "setup.look": "anybody",
  "siteIndex.contents": "viewer",
  "siteIndex.folders": "viewer",
  "siteIndex.follow": "viewer",
  "siteIndex.get": "viewer",
  "siteIndex.request": "member",
  "slack.clear": "admin",
  "slack.get": "viewer",
  "slack.set": "admin",
  "source.add": "admin",
  "source.change": "admin",
  "source.list": "viewer",
  "source.remove": "admin",
  "thread.counts": "viewer",
  "thread.get": "viewer",
  "thread.list": "viewer",
  "thread.turn": "viewer",
  "usage.get": "viewer",
  "webhook.create": "admin",
  "webhook.delete": "admin",
  "webhook.deliveries": "viewer",
  "webhook.list": "viewer",
  "webhook.ping": "admin",
  "webhook.redeliver": "admin",
  "webhook.rotateSecret": "admin",
  "webhook.update": "admin",
  "widget.get": "viewer",
  "widget.update": "admin",
};

type Procedure = { _def: { meta?: Meta } };
const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;
const IN_SITE = Object.entries(LEAST).filter(([, least]) => Role.safeParse(least).success);

const test = appTest().extend(
  "site",
  { scope: "file" },
  async ({ services }): Promise<{ org: string; domain: string }> => {
    const { organization, project } = await seedProject(services);
    return { org: organization.slug, domain: project.domain };
  },
);

/** Calls a procedure by its dotted name. @returns the code of what it was refused with, `null` when it was not for who called */
async function refusalOf(caller: unknown, path: string, input: unknown): Promise<string | null> {
  const error = await procedureCaller(
    caller,
    path,
  )(input).then(
    () => null,
    (thrown: { cause?: unknown }) => thrown.cause ?? thrown,
  );
  return isAppError(error) && ["not_signed_in", "role_too_low", "not_found"].includes(error.code) ? error.code : null;
}

test("every procedure says who it is for, and the table agrees", () => {
  const said = Object.fromEntries(Object.entries(procedures).map(([path, { _def }]) => [path, _def.meta?.least]));

  expect(said).toEqual(LEAST);
});

test.for(IN_SITE)(
  "%s refuses callers without a session, non-members, and roles below %s",
  async ([path, least], { services, site }) => {
    const anonymous = createCallerFactory(appRouter)(
      createTrpcContext({ services, requestId: "req_test", headers: new Headers() }),
    );
    const stranger = signedInCaller(services, { organizationId: null });
    const below = Role.options.slice(0, Role.options.indexOf(Role.parse(least)));

    expect(await refusalOf(anonymous, path, site)).toBe("not_signed_in");
    expect(await refusalOf(stranger, path, site)).toBe("not_found");
    for (const role of below) {
      expect(await refusalOf(signedInCaller(services, { role }), path, site), role).toBe("role_too_low");
    }
  },
);

test.for(Object.entries(LEAST).filter(([, least]) => least === "signed-in"))(
  "%s refuses callers without a session",
  async ([path], { services }) => {
    const anonymous = createTrpcContext({ services, requestId: "req_test", headers: new Headers() });

    expect(await refusalOf(createCallerFactory(appRouter)(anonymous), path, {})).toBe("not_signed_in");
  },
);
