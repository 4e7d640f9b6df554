/** The invitations that can still be accepted, as a condition of a query. */
export function isOpen(now: Date) {
  return { acceptedAt: null, revokedAt: null, expiresAt: { gt: now } };
}
