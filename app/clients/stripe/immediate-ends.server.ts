/** Immediate ends of subscriptions, also of those that can be paid in that moment. */
import { ChargeRefused, type BillingCustomer } from '#app/domain/billing/channel.ts'
import type { EndOrder } from '#app/domain/billing/channels/end-order.ts'
import { readOwes } from './debts.server.ts'
import { createInvoiceSteps, paidMeanwhile } from './invoice-steps.server.ts'
import { isOver, subscriptionShape, type StripeSubscription } from './snapshots.ts'
import { codeOf, keyOf, type StripeClient } from './stripe-client.server.ts'

export function createImmediateEnds(client: StripeClient) {
  const { ask } = client
  const { readInvoice, stepOfInvoice, voidOpen } = createInvoiceSteps(client)

  const drop = (teamId: number, id: string) =>
    ask(async (stripe) => {
      try {
        await stripe.subscriptions.cancel(id, {}, keyOf(teamId, 'drop', id))
      } catch (error) {
        if (codeOf(error) !== 'resource_missing') throw error
      }
    })

  /**
   * Drops an order whose first payment hasn't arrived. Its invoice is void first, so either it can't be paid
   * any more, or it was paid.
   *
   * @throws ChargeRefused `gone` when it was paid meanwhile
   */
  async function dropUnstarted(
    teamId: number,
    { id, latest_invoice: invoice }: Pick<StripeSubscription, 'id' | 'latest_invoice'>,
  ): Promise<void> {
    if (!(await voidOpen(teamId, invoice))) {
      const current = await readPlain(id)
      if (current.status !== 'incomplete' && !isOver(current)) throw paidMeanwhile()
      // The subscription may follow its invoice.
      const isPaid = invoice !== null && (await readInvoice(invoice)).status === 'paid'
      if (isPaid && !isOver(current)) throw paidMeanwhile()
    }
    await drop(teamId, id)
  }

  /** Without expansions: no discount matters, and its customer may have been deleted. */
  const readPlain = (id: string) =>
    ask(async (stripe) => subscriptionShape.parse(await stripe.subscriptions.retrieve(id)))

  /** Whether it's owed, and its bank isn't about to pay it. */
  async function isOverdue(found: StripeSubscription): Promise<boolean> {
    const step = await stepOfInvoice(found.latest_invoice)
    if (step !== 'declined' && step.kind === 'processing') return false
    // The last read before the end.
    return readOwes(client, found)
  }

  async function endNow(
    customer: BillingCustomer,
    { subscription: id, whileUnpaid }: EndOrder,
  ): Promise<void> {
    let found: StripeSubscription
    try {
      found = await readPlain(id)
    } catch (error) {
      if (error instanceof ChargeRefused && error.reason === 'gone') return
      throw error
    }
    if (found.customer !== customer.providerId || isOver(found)) return
    if (whileUnpaid === 'first') {
      await dropUnstarted(customer.teamId, found)
      return
    }
    if (whileUnpaid === 'paused' && found.status !== 'paused') throw paidMeanwhile()
    // It can be paid after that: `continuePaid` comes next.
    if (whileUnpaid === 'last' && !(await isOverdue(found))) throw paidMeanwhile()
    await drop(customer.teamId, id)
  }

  return { dropUnstarted, endNow }
}
