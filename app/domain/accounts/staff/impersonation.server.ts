/**
 * Staff impersonating a person. Kept in the staff member's session on the server, so that ending it
 * returns to that session and nothing in a browser can forge it (docs/threats.md T06).
 */
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Queries } from '#app/db/db.ts'
import { users } from '#app/db/schema/ground.ts'
import { sessions, twoFactors } from '#app/db/schema/accounts.ts'
import { Refusal } from '#app/lib/errors.ts'
import { newSessionToken, tokenHash } from '#app/lib/security/tokens.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '../account.ts'
import { hasRecentTwoFactor } from '../two-factor/two-factor.ts'
import { recordImpersonationEnds } from './impersonation-end.server.ts'
import { runStaffAct } from './run-staff-act.server.ts'
import { staffReason } from './staff-acts.ts'

/** An hour at most. */
const impersonationMinutes = 60

export const impersonationInput = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('start'),
    user: z.coerce.number('Enter a user ID.').int().positive(),
    reason: staffReason,
  }),
  z.object({ intent: z.literal('stop') }),
])
export type StartImpersonationInput = Extract<
  z.infer<typeof impersonationInput>,
  { intent: 'start' }
>

/** Who asks: the account of the token, and the network address. */
export type ImpersonationRequester = { account: Account; sessionToken: string; address: string }

const running = 'You’re already impersonating a user.'

/**
 * Starts impersonation for an hour, and records it, also when it is refused or fails.
 *
 * @param wanted.lastActId see `StaffActRequest`; absent: not checked
 * @returns the browser's new token, which replaces the previous one
 * @throws Refusal `conflict`, `forbidden`, `not_found`
 */
export async function startImpersonation(
  services: Services,
  requester: ImpersonationRequester,
  wanted: Pick<StartImpersonationInput, 'user' | 'reason'> & { lastActId?: number },
): Promise<string> {
  const { account: staff, address } = requester
  const { user, reason, lastActId = null } = wanted
  if (staff.impersonator) throw new Refusal('conflict', running)
  if (!staff.isStaff) throw new Refusal('forbidden', 'Only staff can do this.')
  const isKnown = (await services.db.system.$count(users, eq(users.id, user))) > 0
  const request = {
    actor: { staffId: staff.id, address },
    act: 'impersonation.started' as const,
    reason,
    subject: isKnown ? { userId: user } : null,
    lastActId,
  }
  return runStaffAct(services, request, () => beginImpersonation(services, requester, user))
}

async function beginImpersonation(
  { db, now }: Services,
  { account: staff, sessionToken }: ImpersonationRequester,
  user: number,
): Promise<string> {
  const at = now()
  return db.transaction(async (tx) => {
    await requireFactor(tx, staff, at)
    await requireTarget(tx, user)
    const token = newSessionToken()
    const [begun] = await tx
      .update(sessions)
      .set({
        tokenHash: tokenHash(token),
        impersonatesId: user,
        impersonationEndsAt: new Date(at.getTime() + impersonationMinutes * minuteMillis),
      })
      .where(
        and(
          eq(sessions.tokenHash, tokenHash(sessionToken)),
          eq(sessions.userId, staff.id),
          isNull(sessions.impersonationEndsAt),
        ),
      )
      .returning({ id: sessions.id })
    // A concurrent request was first.
    if (!begun) throw new Refusal('conflict', running)
    return token
  })
}

/**
 * Ends it and records that.
 *
 * @returns the browser's new token, for the staff member's session
 * @throws Refusal `conflict` when no one is being impersonated
 */
export async function stopImpersonation(
  { db, now }: Services,
  { account, sessionToken, address }: ImpersonationRequester,
): Promise<string> {
  const nothing = new Refusal('conflict', 'You’re not impersonating anyone.')
  const { impersonator, id: userId } = account
  if (!impersonator) throw nothing

  const at = now()
  return db.transaction(async (tx) => {
    const token = newSessionToken()
    const [ended] = await tx
      .update(sessions)
      .set({ tokenHash: tokenHash(token), impersonatesId: null, impersonationEndsAt: null })
      .where(
        and(
          eq(sessions.tokenHash, tokenHash(sessionToken)),
          isNotNull(sessions.impersonatesId),
          gt(sessions.impersonationEndsAt, at),
        ),
      )
      .returning({ id: sessions.id })
    if (!ended) throw nothing

    const carrier = { staffId: impersonator.id, userId, endsAt: impersonator.endsAt }
    await recordImpersonationEnds(tx, [carrier], { at, act: 'impersonation.ended', address })
    return token
  })
}

async function requireTarget(tx: Queries, userId: number): Promise<void> {
  const [target] = await tx
    .select({ isStaff: users.isStaff })
    .from(users)
    .where(eq(users.id, userId))
  if (!target) throw new Refusal('not_found', `User ${String(userId)} not found.`)
  if (target.isStaff) throw new Refusal('forbidden', 'Staff accounts can’t be impersonated.')
}

/** Staff gave a second factor recently, so that a stolen session gives no access to other accounts. */
async function requireFactor(tx: Queries, staff: Account, at: Date): Promise<void> {
  const [factor] = await tx
    .select({ confirmedAt: twoFactors.confirmedAt })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, staff.id), isNotNull(twoFactors.confirmedAt)))
  if (!factor) throw new Refusal('forbidden', 'Turn on two-factor login first.')
  if (!hasRecentTwoFactor(staff, at)) {
    throw new Refusal('forbidden', 'Log in again with your code first.')
  }
}
