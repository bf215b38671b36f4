/** Staff keep a person from logging in, and let them in again. Nothing is deleted. */
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { endPendingLogins } from '../login/pending-logins.server.ts'
import { endSessions } from '../login/sessions.server.ts'
import { actOnUser, type UserActRequest } from './act-on-user.server.ts'
import { notifyOfStaffAct } from './notify-of-staff-act.server.ts'

/**
 * Ends all sessions and half-done logins, and refuses the person's API tokens.
 *
 * @param request.notice why, as the person reads it when they log in
 * @throws Refusal `conflict`, `not_found`
 */
export const suspendUser = (
  services: Services,
  request: UserActRequest & { notice: string },
): Promise<void> =>
  actOnUser(services, request, {
    act: 'user.suspended',
    work: () =>
      services.db.transaction(async (tx) => {
        const { userId, notice } = request
        const at = services.now()
        const changed = await tx
          .update(users)
          .set({ suspendedAt: at, suspensionNotice: notice, updatedAt: at })
          .where(and(eq(users.id, userId), isNull(users.suspendedAt)))
          .returning({ id: users.id })
        if (changed.length === 0) throw new Refusal('conflict', 'The user is already suspended.')
        await endSessions(tx, { userId, at })
        await endPendingLogins(tx, userId)
        await notifyOfStaffAct(tx, services, { userId, event: 'suspended', notice })
      }),
  })

/** @throws Refusal `conflict`, `not_found` */
export const reinstateUser = (services: Services, request: UserActRequest): Promise<void> =>
  actOnUser(services, request, {
    act: 'user.reinstated',
    work: () =>
      services.db.transaction(async (tx) => {
        const { userId } = request
        const changed = await tx
          .update(users)
          .set({ suspendedAt: null, suspensionNotice: null, updatedAt: services.now() })
          .where(and(eq(users.id, userId), isNotNull(users.suspendedAt)))
          .returning({ id: users.id })
        if (changed.length === 0) throw new Refusal('conflict', 'The user isn’t suspended.')
        await notifyOfStaffAct(tx, services, { userId, event: 'reinstated' })
      }),
  })
