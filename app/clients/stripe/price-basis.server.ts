/** The facts at Stripe that the price of an order depends on, in addition to its plan, its coupon and its moment. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { StripeClient } from './stripe-client.server.ts'

const address = z.record(z.string(), z.string().nullable()).nullish()

/**
 * Stripe Tax goes by the customer's shipping address, or else by the billing address
 * (https://docs.stripe.com/tax/customer-locations). Exempt customers aren't taxed, nor are businesses under
 * reverse charge (https://docs.stripe.com/tax/zero-tax). Without an address Stripe goes by the payment method's,
 * which isn't compared: a card is stored here with a billing address.
 */
const taxedShape = z.object({
  address,
  shipping: z.object({ address }).nullish(),
  tax_exempt: z.string().nullish(),
})

const taxIdsShape = z.array(
  z.object({
    type: z.string(),
    value: z.string(),
    verification: z.object({ status: z.string() }).nullish(),
  }),
)

/** @param balance credit is below 0 */
type Basis = { discount: string | null; tax: string | null; balance: number }

/** Its parts are compared, and never read. */
export const priceBasis = ({ discount, tax, balance }: Basis): string =>
  [discount, tax, balance === 0 ? null : `balance ${String(balance)}`]
    .filter((part) => part !== null)
    .join(' ')

const balanceShape = z.object({ balance: z.number().int().nullish() })

/** The customer's balance, which the next invoice uses. One that was deleted has none. */
export const balanceOf = (customer: unknown): number => balanceShape.parse(customer).balance ?? 0

/**
 * Throws as the library does, so it's called within `ask`.
 *
 * @returns another text whenever the tax could be another
 */
export async function readTaxBasis(
  stripe: StripeClient['stripe'],
  customer: string,
): Promise<string> {
  const {
    address: ofCustomer,
    shipping,
    tax_exempt: exempt,
  } = taxedShape.parse(await stripe.customers.retrieve(customer))
  const ids = taxIdsShape.parse((await stripe.customers.listTaxIds(customer, { limit: 100 })).data)
  const sortedIds = ids
    .map(({ type, value, verification }) => [type, value, verification?.status ?? null].join(' '))
    .toSorted()
  const facts = [sorted(ofCustomer), sorted(shipping?.address), exempt ?? null, sortedIds]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
}

/** Lines that are absent, empty and null are the same. */
const sorted = (lines: z.output<typeof address>) =>
  Object.entries(lines ?? {})
    .filter(([, line]) => line !== null && line !== '')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
