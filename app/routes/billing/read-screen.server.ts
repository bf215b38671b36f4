/** Loads the screen of plans and payments. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { channelOf } from '#app/domain/billing/channel-of.server.ts'
import { wasJustAsked } from '#app/domain/billing/channels/approvals.server.ts'
import type { NextInvoice } from '#app/domain/billing/channel.ts'
import { listInvoices, readCredit, readNextInvoice } from '#app/domain/billing/invoices.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { readMeter } from '#app/domain/stats/meter-reading.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { readOwner } from '#app/domain/teams/overview.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import type { Money } from '#app/lib/money.ts'
import { Refusal } from '#app/lib/errors.ts'
import {
  readPausedNow,
  readPlanComparison,
} from '#app/presenters/billing/plan-comparison.server.ts'
import { newOperation } from '#app/lib/web/operation-form.server.ts'
import type { Services } from '#app/services.ts'
import { requireBilling } from './billing-team.server.ts'
import { carriedWords, describeUnpaid, nameOfPlan } from './billing-text.ts'
import { readAgain } from './answers.server.ts'

export async function readBillingScreen(args: LoaderFunctionArgs) {
  const { team } = await requireBilling(args)
  const { services } = args.context
  const { scope, role } = team
  const mayPay = mayDo(role, 'billing:manage')
  const offer = await channelOf(services, scope)
  // Wix’ checkout leads back to Wix, and its webhook may come after the owner.
  if (mayPay && offer.channel.name === 'wix' && (await wasJustAsked(services, scope, 'wix'))) {
    await readAgain(services, scope)
  }
  const { sites: _sites, ...meter } = await readMeter(services, scope)
  const billing = await readBilling(services, scope)
  return {
    teamId: scope.teamId,
    organization: team.name,
    meter,
    plan: describePlan(billing.planId),
    pausedNow: await readPausedNow(services, scope),
    channel: billing.channel,
    isConfigured: billing.isConfigured,
    comparison: await readPlanComparison(services, scope, offer),
    owner: mayPay ? null : await readOwner(services, scope),
    payment: mayPay ? await readPayment(services, scope, billing) : null,
    operation: newOperation(),
    now: services.now(),
  }
}

const describePlan = (id: string) => {
  const plan = findPlan(id)
  return {
    id,
    name: plan?.name ?? id,
    priceCents: plan?.priceCents ?? 0,
    isDiscontinued: plan?.isActive === false,
  }
}

/** Only the owner sees what is paid, how and by whom. */
async function readPayment(
  services: Services,
  scope: TeamScope,
  billing: Awaited<ReturnType<typeof readBilling>>,
) {
  const { subscription, abilities, card, details, vatStatus, trialEndsAt, openPayment } = billing
  const { waiting } = billing.switchPayment
  const { processing } = billing
  const isByCard = billing.channel === 'card'
  // Also those from before another company charged.
  const invoices = await listInvoices(services, scope)
  // The newest open one: an older one is a debt of an earlier plan.
  const open = invoices.find(({ state }) => state === 'open')
  // A void one gives back what it charged.
  const newest = invoices.find(({ state }) => state !== 'void')
  const renews = subscription?.state === 'active' || subscription?.state === 'trialing'
  const starting = subscription?.state === 'incomplete' && open ? open.uuid : null
  return {
    subscription,
    version: billing.version,
    /** The one that the plan is from. Until its first payment an order is of another plan, and one that is paused gives none. */
    paid: ['incomplete', 'paused'].includes(subscription?.state ?? '') ? null : subscription,
    trialEndsAt,
    openPayment,
    firstPayment: billing.firstPayment,
    waiting,
    processing,
    nextPlan: nameOfPlan(billing.nextPlanId),
    abilities,
    card,
    details,
    vatStatus,
    isByCard,
    next: isByCard && subscription !== null ? await readNext(services, scope) : null,
    invoices: invoices.map((invoice) => ({
      ...invoice,
      note:
        describeUnpaid(invoice, { waiting, starting }) ??
        carriedWords(invoice, renews && invoice === newest),
    })),
    // Only a switch leaves credit, and a switch is an invoice.
    credit: invoices.length > 0 ? await readLeftCredit(services, scope) : null,
  }
}

/** Null: none. While the provider is away nothing is said about it. */
async function readLeftCredit(services: Services, scope: TeamScope): Promise<Money | null> {
  try {
    const credit = await readCredit(services, scope)
    return credit.cents > 0 ? credit : null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return null
  }
}

/** The screen is about more than what the provider knows: without its answer the rest is there. */
async function readNext(
  services: Services,
  scope: TeamScope,
): Promise<{ invoice: NextInvoice | null; isUnknown: boolean }> {
  try {
    return {
      invoice: await readNextInvoice(services, scope),
      isUnknown: false,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.warn({ err: error, teamId: scope.teamId }, 'a next invoice wasn’t read')
    return { invoice: null, isUnknown: true }
  }
}
