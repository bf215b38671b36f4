/** Coupons that staff give a team: each works once, only for this team. */
import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { givenCoupons } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { askProvider } from '../ask-provider.server.ts'
import { channelOf, requireCard } from '../channel-of.server.ts'
import type { CouponTerms } from '../channels/coupon.ts'
import { noCoupons } from '../channel-words.ts'
import { actOnTeam, type StaffCause } from './staff-gift.server.ts'
import { sendGift } from './team-acts.server.ts'

export type NewCoupon = {
  terms: CouponTerms
  /** Uuid of the form: the provider creates one coupon for it. */
  operation: string
  cause: StaffCause
}

/**
 * Creates a coupon at the channel that charges the team, and sends its code to the owner.
 *
 * @returns the code
 * @throws Refusal `conflict` where coupons don't exist, `unavailable`, and what `actOnTeam` throws
 */
export const giveCoupon = (
  services: Services,
  scope: TeamScope,
  { terms, operation, cause }: NewCoupon,
): Promise<string> =>
  actOnTeam(services, scope, {
    ...cause,
    act: 'coupon.given',
    details: { ...terms },
    async work() {
      const { channel } = await channelOf(services, scope)
      if (channel.name !== 'card') throw new Refusal('conflict', noCoupons[channel.name])
      const code = codeOf(scope, operation)
      const providerId = await askProvider(services, scope, async () => {
        const { card, customer } = await requireCard(services, scope)
        return card.giveCoupon(customer, { code, terms, operation })
      })
      const [row] = await services.db.asTeam(scope, (tx) =>
        tx
          .insert(givenCoupons)
          .values({
            ...terms,
            teamId: scope.teamId,
            staffId: cause.actor.staffId,
            code,
            providerId,
            createdAt: services.now(),
          })
          .onConflictDoNothing({ target: givenCoupons.code })
          .returning({ id: givenCoupons.id }),
      )
      if (row) await sendGift(services, scope, { kind: 'coupon', coupon: row.id })
      return code
    },
  })

/**
 * Ends a coupon that wasn't used.
 *
 * @throws Refusal `conflict` when it was used or revoked before, `not_found`, `unavailable`, and what
 * `actOnTeam` throws
 */
export const revokeCoupon = (
  services: Services,
  scope: TeamScope,
  { code, cause }: { code: string; cause: StaffCause },
): Promise<void> =>
  actOnTeam(services, scope, {
    ...cause,
    act: 'coupon.revoked',
    details: { code },
    async work() {
      const which = and(inTeam(givenCoupons, scope), eq(givenCoupons.code, code))
      const [coupon] = await services.db.system.select().from(givenCoupons).where(which)
      if (!coupon) throw new Refusal('not_found', 'Coupon not found.')
      if (coupon.usedAt) throw used()
      if (coupon.revokedAt) throw new Refusal('conflict', 'The coupon was revoked before.')
      const { wasUsed } = await askProvider(services, scope, async () => {
        const { card } = await requireCard(services, scope)
        return card.revokeCoupon(coupon.providerId)
      })
      const at = services.now()
      await services.db.system
        .update(givenCoupons)
        .set(wasUsed ? { usedAt: at } : { revokedAt: at })
        .where(and(which, isNull(givenCoupons.usedAt)))
      if (wasUsed) throw used()
    },
  })

const used = () =>
  new Refusal(
    'conflict',
    'The coupon was used already. End its discount in Stripe’s dashboard if it has to end.',
  )

/** Without characters that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const codeLength = 10

/** The same for the same form, so that sending it again gives the same coupon. */
function codeOf({ teamId }: TeamScope, operation: string): string {
  const bytes = createHash('sha256')
    .update(`coupon ${String(teamId)} ${operation}`)
    .digest()
  const random = [...bytes.subarray(0, codeLength)].map((byte) => alphabet[byte % alphabet.length])
  return `GIFT-${random.join('')}`
}
