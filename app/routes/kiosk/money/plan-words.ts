/** Plans and subscriptions in words, as staff read them. */
import { findPlan } from '#app/domain/plans/catalog.ts'
import type { MeteredUnit } from '#app/domain/plans/catalog.ts'
import type { SiteBoost } from '#app/domain/plans/meter.server.ts'
import type { KioskTeamPlan } from '#app/presenters/kiosk/team-plan.server.ts'
import { formatCount, formatUnits } from '#app/ui/format/format-number.ts'
import { formatPrice } from '#app/ui/format/format-price.ts'
import { formatDate } from '#app/ui/format/format-time.ts'

type Subscription = NonNullable<KioskTeamPlan['subscription']>

/** A plan that no longer exists keeps its id as its name. */
export const nameOfPlan = (id: string): string => findPlan(id)?.name ?? id

export const stateWords: Readonly<Record<Subscription['state'], string>> = {
  past_due: 'Past due',
  paused: 'Paused',
  active: 'Active',
  trialing: 'On trial',
  cancelled: 'Canceled',
  incomplete: 'First payment waits',
  ended: 'Ended',
}

/** "Plus, Active, $29 a month". */
export function subscriptionWords(subscription: Subscription): string {
  const { planId, state, quantity, unitCents, currency, isLifetime, collectionPaused } =
    subscription
  if (isLifetime) return `${nameOfPlan(planId)}, lifetime deal`
  const price = formatPrice(quantity * unitCents, currency)
  const pause = collectionPaused ? `, ${collectionPauseWords(collectionPaused)}` : ''
  return `${nameOfPlan(planId)}, ${stateWords[state]}${pause}, ${price} a month`
}

/** "payments paused until April 9, 2026". */
export const collectionPauseWords = ({
  resumesAt,
}: NonNullable<Subscription['collectionPaused']>): string =>
  `payments paused${resumesAt === null ? '' : ` until ${formatDate(new Date(resumesAt))}`}`

const actors: Readonly<Record<string, string>> = {
  member: 'A member',
  staff: 'Staff',
  provider: 'The payment provider',
  system: 'Footfall',
}

/** Who changed a plan. */
export const actorWords = (actor: string): string => actors[actor] ?? actor

/** "Kettles, 12 of 500 visitors used this month, until April 9, 2026". */
export const siteBoostWords = (
  { name, used, units, expiresAt }: SiteBoost,
  meteredBy: MeteredUnit,
): string =>
  `${name}, ${formatCount(used)} of ${formatUnits(units, meteredBy)} used this month, until ${formatDate(expiresAt)}`
