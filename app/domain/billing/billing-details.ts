/** Whom invoices are for, as entered in a form. Safe in the browser. */
import { z } from 'zod'
import { countryCodes } from '#app/lib/countries.ts'
import type { BillingDetails } from './channel.ts'
import { isVatId, normalizeVatId, vatIdExample } from './vat-id.ts'

const line = (max: number, label: string) =>
  z
    .string(`Enter ${label}.`)
    .trim()
    .max(max, `Enter ${label} with up to ${String(max)} characters.`)

/** Names of the fields as the specification has them. */
export const billingDetailsInput = z
  .object({
    billing_name: line(150, 'a name').min(1, 'Enter a name.'),
    billing_address: line(200, 'an address').min(1, 'Enter an address.'),
    billing_address_line_2: line(200, 'an address').default(''),
    billing_city: line(100, 'a city').min(1, 'Enter a city.'),
    billing_state: line(100, 'a state').default(''),
    billing_zip: line(20, 'a postal code').default(''),
    billing_country: z
      .string('Select a country.')
      .trim()
      .toUpperCase()
      .refine((code) => countryCodes.includes(code), 'Select a country.'),
    vat_id: z
      .string('Enter a VAT ID.')
      .trim()
      .max(30, 'Enter a VAT ID with up to 30 characters.')
      .default(''),
    extra_billing_information: line(500, 'text').default(''),
  })
  .superRefine(({ billing_country: country, vat_id: vatId }, context) => {
    if (vatId === '' || isVatId(country, vatId)) return
    const example = vatIdExample(country)
    const message =
      example === null
        ? 'We can’t check VAT IDs of this country. Leave it empty.'
        : `Enter a VAT ID of the billing country, for example ${example}.`
    context.addIssue({ code: 'custom', path: ['vat_id'], message })
  })

export type BillingDetailsInput = z.output<typeof billingDetailsInput>

/** Receipts and the provider's own emails go to the owner. */
export const detailsOf = (input: BillingDetailsInput, email: string): BillingDetails => ({
  name: input.billing_name,
  email,
  address: input.billing_address,
  addressLine2: input.billing_address_line_2,
  city: input.billing_city,
  state: input.billing_state,
  zip: input.billing_zip,
  country: input.billing_country,
  vatId: normalizeVatId(input.vat_id),
  extraBillingInformation: input.extra_billing_information,
})

/** The other way round, for the form. */
export const inputOf = (details: BillingDetails): BillingDetailsInput => ({
  billing_name: details.name,
  billing_address: details.address,
  billing_address_line_2: details.addressLine2,
  billing_city: details.city,
  billing_state: details.state,
  billing_zip: details.zip,
  billing_country: details.country,
  vat_id: details.vatId,
  extra_billing_information: details.extraBillingInformation,
})
