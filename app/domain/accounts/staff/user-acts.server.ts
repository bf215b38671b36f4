/** What staff do to a person's account. Each is one entry of their audit log. */
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { staffActs, users } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { endSessions } from '../login/sessions.server.ts'
import { notifySecurityEvent } from '../notify-security-event.server.ts'
import { hasSecondFactor } from '../two-factor/has-second-factor.server.ts'
import { removeTwoFactor } from '../two-factor/two-factor.server.ts'
import { runStaffAct, type StaffActRequest, type StaffActor } from './run-staff-act.server.ts'
import type { StaffActName } from './staff-acts.ts'

type UserActRequest = Pick<StaffActRequest, 'actor' | 'reason' | 'lastActId'> & {
  userId: number
}

/** A reset that another member of staff doesn't confirm by then is asked for again. */
const resetMillis = dayMillis

/** Runs an action unless it is about staff, oneself included. */
const actOnUser = <Result>(
  services: Services,
  { userId, ...request }: UserActRequest,
  { act, work }: { act: StaffActName; work: () => Promise<Result> },
): Promise<Result> =>
  runStaffAct(services, { ...request, act, subject: { userId } }, async () => {
    const [user] = await services.db.system
      .select({ isStaff: users.isStaff })
      .from(users)
      .where(eq(users.id, userId))
    if (!user) throw new Refusal('not_found', 'User not found.')
    if (user.isStaff) throw new Refusal('conflict', 'Staff accounts can’t be changed here.')
    return work()
  })

/**
 * For people who prove in another way that the address is theirs.
 *
 * @throws Refusal `conflict`, `not_found`
 */
export const verifyEmailByStaff = (services: Services, request: UserActRequest): Promise<void> =>
  actOnUser(services, request, {
    act: 'email.verified',
    async work() {
      const at = services.now()
      const [user] = await services.db.system
        .select({ verifiedAt: users.emailVerifiedAt })
        .from(users)
        .where(eq(users.id, request.userId))
      if (user?.verifiedAt) throw new Refusal('conflict', 'The email address is verified already.')
      await services.db.system
        .update(users)
        .set({ emailVerifiedAt: at, updatedAt: at })
        .where(eq(users.id, request.userId))
    },
  })

/** @throws Refusal `conflict`, `not_found` */
export const endSessionsByStaff = (services: Services, request: UserActRequest): Promise<void> =>
  actOnUser(services, request, {
    act: 'sessions.ended',
    work: () =>
      services.db.transaction((tx) =>
        endSessions(tx, { userId: request.userId, at: services.now() }),
      ),
  })

/**
 * The first half of a reset, which another member of staff confirms within a day.
 *
 * @throws Refusal `conflict`, `not_found`
 */
export const askForFactorReset = (services: Services, request: UserActRequest): Promise<void> =>
  actOnUser(services, request, {
    act: 'second-factor.reset-asked',
    work: () => requireFactor(services, request.userId),
  })

/**
 * The second half. Ends all sessions and notifies the person by email.
 *
 * @throws Refusal `conflict` when nobody else asked for it within a day; `not_found`
 */
export const confirmFactorReset = (services: Services, request: UserActRequest): Promise<void> =>
  actOnUser(services, request, {
    act: 'second-factor.reset',
    async work() {
      const { userId } = request
      await requireFactor(services, userId)
      await requireOther(services, userId, request.actor)
      await services.db.transaction(async (tx) => {
        await removeTwoFactor(tx, userId)
        await endSessions(tx, { userId, at: services.now() })
        await notifySecurityEvent(services, { userId, event: 'two-factor-off' }, tx)
      })
    },
  })

async function requireFactor(services: Services, userId: number): Promise<void> {
  if (await hasSecondFactor(services, userId)) return
  throw new Refusal('conflict', 'The user has no second factor.')
}

/** Four eyes: who asked can't confirm. */
async function requireOther(
  services: Services,
  userId: number,
  { staffId }: StaffActor,
): Promise<void> {
  const asked = await findAskedReset(services, userId)
  if (!asked) {
    throw new Refusal('conflict', 'No one asked for this reset within the last day.')
  }
  if (asked.staffId === staffId) {
    throw new Refusal(
      'conflict',
      'You asked for this reset. Someone else on staff must confirm it.',
    )
  }
}

type AskedReset = { staffId: number; name: string; at: Date }

/** The reset that waits for a second member of staff. Null: none does. */
export async function findAskedReset(
  { db, now }: Services,
  userId: number,
): Promise<AskedReset | null> {
  const [last] = await db.system
    .select({
      act: staffActs.act,
      staffId: users.id,
      name: users.name,
      at: staffActs.createdAt,
    })
    .from(staffActs)
    .innerJoin(users, and(eq(users.id, staffActs.staffId), eq(users.isStaff, true)))
    .where(
      and(
        eq(staffActs.userId, userId),
        inArray(staffActs.act, ['second-factor.reset-asked', 'second-factor.reset']),
        eq(staffActs.outcome, 'done'),
        gt(staffActs.createdAt, new Date(now().getTime() - resetMillis)),
      ),
    )
    .orderBy(desc(staffActs.id))
    .limit(1)
  if (!last || last.act === 'second-factor.reset') return null
  const { act: _act, ...asked } = last
  return asked
}
