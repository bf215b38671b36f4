import { and, desc, eq } from 'drizzle-orm'
import { invoices } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { currency } from '#app/domain/plans/catalog.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Money } from '#app/lib/money.ts'
import type { Services } from '#app/services.ts'
import { askProvider } from './ask-provider.server.ts'
import { channelOf, requireCardTeam } from './channel-of.server.ts'
import type { NextInvoice } from './channel.ts'

export type InvoiceRow = Omit<
  typeof invoices.$inferSelect,
  | 'id'
  | 'teamId'
  | 'channel'
  | 'providerId'
  | 'subscriptionProviderId'
  | 'voidedAt'
  | 'switchPlanId'
  | 'createdAt'
  | 'updatedAt'
>

/** Newest first. */
export const listInvoices = ({ db }: Services, scope: TeamScope): Promise<InvoiceRow[]> =>
  db.asTeam(scope, (tx) =>
    tx
      .select({
        uuid: invoices.uuid,
        number: invoices.number,
        state: invoices.state,
        isProcessing: invoices.isProcessing,
        isAnswered: invoices.isAnswered,
        currency: invoices.currency,
        subtotalCents: invoices.subtotalCents,
        taxCents: invoices.taxCents,
        totalCents: invoices.totalCents,
        dueCents: invoices.dueCents,
        paidCents: invoices.paidCents,
        carriedCents: invoices.carriedCents,
        lines: invoices.lines,
        periodStartedAt: invoices.periodStartedAt,
        periodEndsAt: invoices.periodEndsAt,
        issuedAt: invoices.issuedAt,
        paidAt: invoices.paidAt,
      })
      .from(invoices)
      .where(inTeam(invoices, scope))
      .orderBy(desc(invoices.issuedAt), desc(invoices.id)),
  )

/**
 * Reads the next charge. Null: nothing, or the channel can't know.
 *
 * @throws Refusal `unavailable`
 */
export const readNextInvoice = (
  services: Services,
  scope: TeamScope,
): Promise<NextInvoice | null> =>
  askProvider(services, scope, async () => {
    const { card, customer } = await channelOf(services, scope)
    return card === null || customer === null ? null : card.previewInvoice(customer)
  })

/**
 * Credit of switches to cheaper plans. The next invoices use it.
 *
 * @throws Refusal `unavailable`
 */
export const readCredit = (services: Services, scope: TeamScope): Promise<Money> =>
  askProvider(services, scope, async () => {
    const { card, customer } = await channelOf(services, scope)
    return card === null || customer === null ? { cents: 0, currency } : card.readCredit(customer)
  })

/**
 * The invoice's document.
 *
 * @throws Refusal `not_found`, also for another team's; `unavailable`
 */
export const readInvoicePdf = (
  services: Services,
  scope: TeamScope,
  uuid: string,
): Promise<ReadableStream<Uint8Array>> =>
  askProvider(services, scope, async () => {
    const { former } = await channelOf(services, scope)
    // Payments by card keep their documents once another company charges.
    const { card, customer } = former ?? (await requireCardTeam(services, scope))
    const [row] = await services.db.asTeam(scope, (tx) =>
      tx
        .select({ providerId: invoices.providerId })
        .from(invoices)
        .where(and(inTeam(invoices, scope), eq(invoices.uuid, uuid), eq(invoices.channel, 'card'))),
    )
    const document =
      row && customer !== null ? await card.readInvoicePdf(customer, row.providerId) : null
    if (document === null) throw new Refusal('not_found', 'Invoice not found.')
    return document
  })
