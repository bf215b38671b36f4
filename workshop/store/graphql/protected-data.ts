/**
 * Protected customer data: what an app wasn't approved for is null, with an error beside the rest of
 * the answer (shopify.dev, "Work with protected customer data"). Every order and every field has its own
 * error.
 */
import type { ProtectedField } from '../state/shop-state.ts'
import type { ApiContext } from './api-context.ts'
import { FieldRefused } from './answer-document.ts'

const more = 'See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.'

/** Messages to apps that a merchant created in the admin end like this. */
const ofPlans =
  'Access to personally identifiable information (PII) is only available on Shopify, Advanced, and Plus plans.'

/** @throws FieldRefused when the app was approved for no customer data at all */
export function requireApproval({ shop }: ApiContext, type: 'Order' | 'Customer'): void {
  if (shop.dataAccess !== null) return
  throw new FieldRefused(
    `This app is not approved to access the ${type} object. ${more}`,
    'ACCESS_DENIED',
  )
}

/** A field that is refused unless the app was approved for it. Text without characters is null. */
export const protectedValue =
  <Value>(
    { shop }: ApiContext,
    field: ProtectedField,
    [name, value]: readonly [name: string, value: Value],
  ) =>
  (): Value | null => {
    if (shop.dataAccess?.includes(field)) return value === '' ? null : value
    const refused = shop.isPlanWithoutData
      ? `access the Customer object. ${ofPlans}`
      : `use the ${name} field. ${more}`
    throw new FieldRefused(`This app is not approved to ${refused}`, 'ACCESS_DENIED')
  }
