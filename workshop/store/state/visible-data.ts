/**
 * Customer data that an app may see, by the level of protected customer data that it was granted.
 */
import type { Address, Customer, DataLevel } from './shop-state.ts'

/** Without the highest level, only the area is left. */
export const visibleAddress = (level: DataLevel, address: Address | null): Address | null =>
  address && level < 2 ? { ...address, firstName: '', lastName: '', city: '' } : address

/** Without any level there are no customers, and below the highest none has a name. */
export function visibleCustomer(level: DataLevel, customer: Customer): Customer | null {
  if (level === 0) return null
  if (level === 2) return customer
  return { ...customer, firstName: '', lastName: '', email: '', address: null }
}
