/** Invoices that were issued, with what their banks say of their payments. */
import type { CardChannel, InvoiceSnapshot } from '#app/domain/billing/channel.ts'
import type { ChargeSnapshot } from '#app/domain/billing/channels/charge.ts'
import { createInvoicePayments } from './invoice-payments.server.ts'
import {
  invoiceShape,
  invoiceSnapshot,
  invoiceStateOf,
  linesShape,
  type StripeInvoice,
} from './invoice-snapshots.ts'
import { codeOf, type StripeClient } from './stripe-client.server.ts'

export type InvoiceReads = Pick<CardChannel, 'listInvoices' | 'readInvoices' | 'stopPayments'> & {
  /** Null: it doesn't exist. */
  readInvoiceCharge: (id: string) => Promise<ChargeSnapshot | null>
}

/**
 * A trial begins with an invoice "for $0" (https://docs.stripe.com/billing/subscriptions/trials). Nothing was sold
 * by it, and one of a plan that is continued would be in the middle of a period that was paid.
 */
const isOfNothing = (
  { status, total }: StripeInvoice,
  lines: readonly { amount: number }[],
): boolean => status === 'paid' && total === 0 && lines.every(({ amount }) => amount === 0)

export function createInvoiceReads(client: StripeClient): InvoiceReads {
  const { ask } = client
  const { readPayment, readKept, stopPayments } = createInvoicePayments(client)

  async function linesOf({ id, lines }: StripeInvoice) {
    if (!lines.has_more) return lines.data
    return ask(async (stripe) => {
      const data: unknown[] = []
      for await (const line of stripe.invoices.listLineItems(id, { limit: 100 })) data.push(line)
      return linesShape.parse({ data, has_more: false }).data
    })
  }

  async function snapshotOf(invoice: StripeInvoice, isAtBank: boolean): Promise<InvoiceSnapshot[]> {
    const state = invoiceStateOf(invoice)
    if (state === null) return []
    const lines = await linesOf(invoice)
    if (isOfNothing(invoice, lines)) return []
    const snapshot = invoiceSnapshot(invoice, lines, state)
    return [{ ...snapshot, ...(await readPayment(invoice, isAtBank)) }]
  }

  /** Null: it doesn't exist. */
  const retrieve = (id: string) =>
    ask(async (stripe) => {
      try {
        return invoiceShape.parse(await stripe.invoices.retrieve(id, { expand: ['payments'] }))
      } catch (error) {
        if (codeOf(error) !== 'resource_missing') throw error
        return null
      }
    })

  return {
    async listInvoices({ providerId: customer }, atBank = []) {
      const read = await ask(async (stripe) => {
        const all: StripeInvoice[] = []
        try {
          const expand = ['data.payments']
          for await (const one of stripe.invoices.list({ customer, limit: 100, expand })) {
            all.push(invoiceShape.parse(one))
          }
        } catch (error) {
          if (codeOf(error) !== 'resource_missing') throw error
        }
        return all
      })
      const snapshots: InvoiceSnapshot[] = []
      for (const invoice of read) {
        snapshots.push(...(await snapshotOf(invoice, atBank.includes(invoice.id))))
      }
      return snapshots
    },

    async readInvoices(ids) {
      const snapshots: InvoiceSnapshot[] = []
      for (const id of ids) {
        const invoice = await retrieve(id)
        if (invoice) snapshots.push(...(await snapshotOf(invoice, true)))
      }
      return snapshots
    },

    async readInvoiceCharge(id) {
      const invoice = await retrieve(id)
      const state = invoice && invoiceStateOf(invoice)
      if (!invoice || state === null) return null
      return { state, currency: invoice.currency, ...(await readKept(invoice)) }
    },

    async stopPayments(id) {
      const invoice = await retrieve(id)
      // An open one is owed: it's for a period that was used.
      if (invoice?.status === 'void') await stopPayments(invoice)
    },
  }
}
