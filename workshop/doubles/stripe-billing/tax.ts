/** Tax as Stripe Tax would compute it for a seller in the Netherlands, in a few countries. */
import type { Account } from './account.ts'
import { invalid } from './failure.ts'
import type { CustomerRow } from './rows.ts'

const seller = 'NL'
const percentByCountry: Readonly<Record<string, number>> = { NL: 21, DE: 19, FR: 20, GB: 20 }

/** 0 where none is due, and where a company in another country owes it (reverse charge). */
export function taxPercentOf({ tables }: Account, customer: CustomerRow): number {
  const country = customer.address?.['country'] ?? null
  if (country === null) {
    throw invalid('The customer’s location isn’t recognized. Set a valid customer address.', {
      code: 'customer_tax_location_invalid',
    })
  }
  const isCompany = [...tables.tax_id.values()].some(
    (one) => one.customer === customer.id && one.verification.status === 'verified',
  )
  return isCompany && country !== seller ? 0 : (percentByCountry[country] ?? 0)
}
