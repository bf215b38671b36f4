/** Data of billing emails, read when they are sent: they go to the owner of that moment. */
import { and, eq } from 'drizzle-orm'
import { teams, users } from '#app/db/schema/ground.ts'
import {
  givenCoupons,
  invoices,
  type StoredInvoiceLine,
  subscriptions,
} from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Money } from '#app/lib/money.ts'
import type { Services } from '#app/services.ts'
import type { MeteredUnit } from '#app/domain/plans/catalog.ts'
import { billedTeam } from './billed-team.ts'
import { readBilling } from './billing-state.server.ts'
import { channelOf } from './channel-of.server.ts'
import type { ChannelName } from './channel.ts'
import type { CouponTerms } from './channels/coupon.ts'
import type { Gift } from './jobs.ts'
import { findDropped } from './stored/dropped-order.server.ts'
import { findProcessing } from './stored/find-processing.server.ts'
import { owedCents, readEndedDebt } from './stored/open-payment.server.ts'
import type { PlanEnd } from './stored/plan-end.ts'
import { findNextPlan, planEndOf } from './stored/store-subscriptions.server.ts'
import type { WhyDropped } from './stored/switch-payment.ts'

type Owner = { to: string; teamId: number; team: string }

export type Receipt = Owner & {
  number: string | null
  /** The currency of all its amounts. */
  currency: string
  lines: StoredInvoiceLine[]
  taxCents: number
  totalCents: number
  paidCents: number
  /** Too small to charge, so it's added to the next invoice. */
  carriedCents: number
  paidAt: Date
}

type BilledInvoice = { teamId: number; invoice: string }

/** An invoice, and the owner of its team. */
async function readBilled(services: Pick<Services, 'db'>, { teamId, invoice }: BilledInvoice) {
  const scope = billedTeam({ teamId })
  const owner = await readOwner(services, scope)
  const [row] = await services.db.system
    .select()
    .from(invoices)
    .where(and(inTeam(invoices, scope), eq(invoices.uuid, invoice)))
  return { owner, row }
}

/** Null: the team or the invoice no longer exists. */
export async function readReceipt(
  services: Pick<Services, 'db'>,
  billed: BilledInvoice,
): Promise<Receipt | null> {
  const { owner, row } = await readBilled(services, billed)
  if (!owner || row?.state !== 'paid') return null
  const { number, currency, lines, taxCents, totalCents, paidCents, carriedCents } = row
  const { paidAt, issuedAt } = row
  const amounts = { currency, lines, taxCents, totalCents, paidCents, carriedCents }
  return { ...owner, number, ...amounts, paidAt: paidAt ?? issuedAt }
}

export type FailedPayment = Owner &
  Money & {
    number: string | null
    /** Why its order was dropped, so that nothing is owed, or that its bank charged it after that. Null: it’s still open. */
    dropped: WhyDropped | 'charged' | null
  }

/** Null: it's outdated, because it was paid or withdrawn since, or the bank processes another payment. */
export async function readFailedPayment(
  services: Pick<Services, 'db' | 'now'>,
  billed: BilledInvoice,
): Promise<FailedPayment | null> {
  const { owner, row } = await readBilled(services, billed)
  if (!owner || !row || row.isProcessing) return null
  const isVoid = row.state === 'void'
  const when = { scope: billedTeam(billed), at: services.now() }
  const { plan: _plan, meteredBy: _meteredBy, ...who } = owner
  const { number, currency, totalCents, dueCents, paidCents } = row
  if (isVoid && paidCents > 0) {
    return { ...who, number, currency, cents: paidCents, dropped: 'charged' }
  }
  const dropped = isVoid ? await findDropped(services.db.system, when, row) : null
  if (isVoid ? dropped === null : row.state !== 'open') return null
  return { ...who, number, currency, cents: (dueCents ?? totalCents) - paidCents, dropped }
}

export type OverdueNotice = Owner & {
  planId: string
  /** The plan after it. */
  nextPlanId: string
  /** Who couldn't collect. */
  channel: ChannelName
  /** 0: not known, as in shops. */
  openCents: number
  currency: string
  dueSince: Date
  /** When the plan ends, unless it's paid. */
  planEndsAt: Date
  /** When a canceled one ends, paid or not. Null: it renews. */
  canceledEnd: Date | null
}

/** Null when it is outdated: it was paid or the bank is about to, it ended, or a later reminder is on its way. */
export async function readOverdueNotice(
  services: Services,
  of: { teamId: number; subscription: number; reminder: number },
): Promise<OverdueNotice | null> {
  const scope = billedTeam(of)
  const owner = await readOwner(services, scope)
  const [found] = await services.db.system
    .select({ row: subscriptions, openCents: owedCents })
    .from(subscriptions)
    .where(and(inTeam(subscriptions, scope), eq(subscriptions.id, of.subscription)))
  if (!owner || found?.row.reminders !== of.reminder) return null
  const { row, openCents } = found
  const planEndsAt = planEndOf(row)
  if (planEndsAt === null || row.pastDueSince === null || planEndsAt <= services.now()) return null
  const isBeingPaid = await services.db.asTeam(scope, (tx) => findProcessing(tx, scope))
  if (isBeingPaid !== null) return null
  const { freePlanId } = await channelOf(services, scope)
  return {
    ...owner,
    planId: row.planId,
    nextPlanId: await services.db.asTeam(scope, (tx) =>
      findNextPlan(tx, scope, { freePlanId, end: planEndsAt }),
    ),
    channel: row.channel,
    openCents,
    currency: row.currency,
    dueSince: row.pastDueSince,
    planEndsAt,
    canceledEnd: row.state === 'cancelled' ? row.endsAt : null,
  }
}

export type PlanEndNotice = Owner & {
  /** The plan that ended. */
  planId: string
  /** The plan of now. */
  newPlanId: string
  why: PlanEnd
  at: Date
  /** Still to be paid for plans that have ended, one sum for each currency. */
  open: Money[]
}

/** Null when the team no longer exists, or has the plan again. */
export async function readPlanEnd(
  services: Pick<Services, 'db' | 'now'>,
  { teamId, planId, why, at }: { teamId: number; planId: string; why: PlanEnd; at: number },
): Promise<PlanEndNotice | null> {
  const scope = billedTeam({ teamId })
  const owner = await readOwner(services, scope)
  if (!owner || owner.plan === planId) return null
  const { plan: newPlanId, meteredBy: _meteredBy, ...who } = owner
  const open = await readEndedDebt(services, scope)
  return { ...who, planId, newPlanId, why, at: new Date(at), open }
}

export type GiftNotice = Owner & { gift: ShownGift }

export type ShownGift =
  | { kind: 'plan'; planId: string }
  | { kind: 'trial'; planId: string; until: Date }
  | { kind: 'boost'; units: number; meteredBy: MeteredUnit; site: string | null; until: Date }
  | { kind: 'coupon'; code: string; terms: CouponTerms }

/** For emails about a limit. @throws Refusal `not_found` */
export async function canBuyBoosts(services: Services, teamId: number): Promise<boolean> {
  const { boosts } = await readBilling(services, billedTeam({ teamId }))
  return boosts.length > 0
}

/** Null when it is outdated: the team no longer exists, or the coupon was used or revoked. */
export async function readGift(
  services: Pick<Services, 'db'>,
  { teamId, gift }: { teamId: number; gift: Gift },
): Promise<GiftNotice | null> {
  const scope = billedTeam({ teamId })
  const owner = await readOwner(services, scope)
  if (!owner) return null
  switch (gift.kind) {
    case 'plan':
      return { ...owner, gift }
    case 'trial':
      return { ...owner, gift: { ...gift, until: new Date(gift.until) } }
    case 'boost': {
      const { meteredBy } = owner
      return { ...owner, gift: { ...gift, meteredBy, until: new Date(gift.until) } }
    }
    case 'coupon': {
      const [row] = await services.db.system
        .select()
        .from(givenCoupons)
        .where(and(inTeam(givenCoupons, scope), eq(givenCoupons.id, gift.coupon)))
      if (!row || row.usedAt || row.revokedAt) return null
      return { ...owner, gift: { kind: 'coupon', code: row.code, terms: row } }
    }
  }
}

async function readOwner({ db }: Pick<Services, 'db'>, scope: TeamScope) {
  const [row] = await db.system
    .select({
      to: users.email,
      teamId: teams.id,
      team: teams.name,
      plan: teams.plan,
      meteredBy: teams.meteredBy,
    })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(inTeam(teams, scope))
  return row ?? null
}
