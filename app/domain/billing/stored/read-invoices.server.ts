import type { BillingCustomer, CardChannel, InvoiceSnapshot } from '../channel.ts'

/**
 * Reads all invoices of a customer, and those that aren't settled also if its provider no longer lists them: a
 * customer can be deleted there, and its payment goes on. An open one that its bank doesn't work on can't be
 * paid any more then, and is left out.
 *
 * @param customer null: the provider has none, or it was deleted there
 * @param unsettled the provider's ids of the invoices that weren't settled when they were last read
 * @throws what the channel throws
 */
export async function readInvoices(
  card: CardChannel,
  { customer, unsettled }: { customer: BillingCustomer | null; unsettled: string[] },
): Promise<InvoiceSnapshot[]> {
  const listed = customer === null ? [] : await card.listInvoices(customer, unsettled)
  const missing = unsettled.filter((id) => !listed.some(({ providerId }) => providerId === id))
  if (missing.length === 0) return listed
  const read = await card.readInvoices(missing)
  return [...listed, ...read.filter(({ state, isProcessing }) => state !== 'open' || isProcessing)]
}
