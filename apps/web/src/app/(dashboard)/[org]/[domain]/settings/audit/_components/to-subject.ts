import { AUDIT_SUBJECTS, type AuditSubject } from "@docsteward/services/audit/list";

/** What the address asks for; everything when it says nothing that is known. */
export function toSubject(about: string | string[] | undefined): AuditSubject | undefined {
  return AUDIT_SUBJECTS.find((subject) => subject === about);
}
