import type { BillingCustomer, CardChannel, InvoiceSnapshot } from '../channel.ts'

/**
 * Reads all invoices of a customer, and of those at their bank also the ones that its provider no longer lists:
 * a customer can be deleted there, and its payment goes on.
 *
 * @param customer null: the provider has none, or it was deleted there
 * @param atBank the provider's ids of the invoices whose bank worked on their payment when they were last read
 * @throws what the channel throws
 */
export async function readInvoices(
  card: CardChannel,
  { customer, atBank }: { customer: BillingCustomer | null; atBank: string[] },
): Promise<InvoiceSnapshot[]> {
  const listed = customer === null ? [] : await card.listInvoices(customer, atBank)
  const missing = atBank.filter((id) => !listed.some(({ providerId }) => providerId === id))
  return missing.length === 0 ? listed : [...listed, ...(await card.readInvoices(missing))]
}
