/** Payment details that every card of a test fits. */
import type { BillingDetails } from '#app/domain/billing/channel.ts'

export const details: BillingDetails = {
  name: 'Ann Example',
  email: '',
  address: '1 Main Street',
  addressLine2: '',
  city: 'Portland',
  state: 'OR',
  zip: '97201',
  country: 'US',
  vatId: '',
  extraBillingInformation: '',
}
