/**
 * Customer data in webhooks, by what the app was approved for: fields that it wasn't are left out. The
 * platform's list of protected fields has no city; reports of such webhooks have only the area, so the
 * city is taken for a part of the address.
 */
import type { Address, Customer, DataAccess } from './shop-state.ts'

export function visibleAddress(access: DataAccess, address: Address | null): Address | null {
  if (!address) return null
  return {
    ...address,
    ...(access?.includes('name') ? {} : { firstName: '', lastName: '' }),
    ...(access?.includes('address') ? {} : { city: '' }),
  }
}

/** Null: the app sees no customers. */
export function visibleCustomer(access: DataAccess, customer: Customer): Customer | null {
  if (access === null) return null
  return {
    ...customer,
    ...(access.includes('name') ? {} : { firstName: '', lastName: '' }),
    email: access.includes('email') ? customer.email : '',
    address: access.includes('address') ? visibleAddress(access, customer.address) : null,
  }
}
