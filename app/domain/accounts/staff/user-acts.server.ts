/** Staff actions on a person's account. Each is one entry of their audit log. */
import { Refusal } from '#app/lib/errors.ts'
import { newSessionToken } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import { proveAddress } from '../address-proof.server.ts'
import { endShopLogins } from '../end-shop-logins.server.ts'
import { lockUser } from '../lock-user.server.ts'
import { endSessions } from '../login/sessions.server.ts'
import { notifySecurityEvent } from '../notify-security-event.server.ts'
import { storePassword } from '../store-password.server.ts'
import { hasSecondFactor } from '../two-factor/has-second-factor.server.ts'
import { removeTwoFactor } from '../two-factor/two-factor.server.ts'
import { actOnUser, type UserActRequest } from './act-on-user.server.ts'
import { findAskedAct, requireAskedByOther, type AskedAct } from './four-eyes.server.ts'
import { notifyOfStaffAct } from './notify-of-staff-act.server.ts'

/**
 * For people who prove in another way that the address is theirs. Ends all earlier access to the
 * account, including sessions and the password, since staff can't see who set it up. The person sets a new
 * password by email.
 *
 * @throws Refusal `conflict`, `not_found`
 */
export const verifyEmailByStaff = (services: Services, request: UserActRequest): Promise<void> =>
  actOnUser(services, request, {
    act: 'email.verified',
    async work() {
      const at = services.now()
      const { userId } = request
      // A random password that no one knows. An account without a password could be registered again.
      const passwordHash = await services.security.passwords.hash(newSessionToken())
      await services.db.transaction(async (tx) => {
        const user = await lockUser(tx, userId)
        if (user?.verifiedAt)
          throw new Refusal('conflict', 'The email address is verified already.')
        const removed = await proveAddress(tx, { userId, at, by: 'mailbox' })
        if (user?.passwordHash) await storePassword(tx, { userId, passwordHash, at })
        await notifyOfStaffAct(tx, services, { userId, event: 'email-verified', removed })
      })
    },
  })

/** Ends logins through shops' admins as well. @throws Refusal `conflict`, `not_found` */
export const endSessionsByStaff = (services: Services, request: UserActRequest): Promise<void> =>
  actOnUser(services, request, {
    act: 'sessions.ended',
    work: () =>
      services.db.transaction(async (tx) => {
        const { userId } = request
        await lockUser(tx, userId)
        await endSessions(tx, { userId, at: services.now() })
        await endShopLogins(tx, { userId })
        await notifyOfStaffAct(tx, services, { userId, event: 'sessions-ended' })
      }),
  })

/**
 * The first half of a reset, which another member of staff confirms within a day. The person gets an
 * email, so that no one resets it behind their back.
 *
 * @throws Refusal `conflict`, `not_found`
 */
export const askForFactorReset = (services: Services, request: UserActRequest): Promise<void> =>
  actOnUser(services, request, {
    act: 'second-factor.reset-asked',
    async work() {
      const { userId } = request
      await requireFactor(services, userId)
      await services.db.transaction((tx) =>
        notifyOfStaffAct(tx, services, { userId, event: 'factor-reset-asked' }),
      )
    },
  })

/**
 * The second half. Ends all sessions and notifies the person by email.
 *
 * @throws Refusal `conflict` when no one else asked for it within a day; `not_found`
 */
export const confirmFactorReset = (services: Services, request: UserActRequest): Promise<void> =>
  actOnUser(services, request, {
    act: 'second-factor.reset',
    async work() {
      const { userId } = request
      await requireFactor(services, userId)
      await requireAskedByOther(services, { userId, actor: request.actor }, factorReset)
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

/** The reset that waits for a second member of staff. Null: none does. */
export const findAskedReset = (services: Services, userId: number): Promise<AskedAct | null> =>
  findAskedAct(services, { userId }, factorReset)

const factorReset = { asked: 'second-factor.reset-asked', done: 'second-factor.reset' } as const
