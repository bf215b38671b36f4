/** Fields of the billing details, by the specification's names. */
import type { BillingDetailsInput } from '#app/domain/billing/billing-details.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx'

export const detailNames = [
  'billing_name',
  'billing_address',
  'billing_address_line_2',
  'billing_city',
  'billing_state',
  'billing_zip',
  'billing_country',
  'vat_id',
  'extra_billing_information',
] as const satisfies (keyof BillingDetailsInput)[]

type FieldsProps = {
  fields: BillingDetailsInput
  answer: FormResponse | undefined
}

type AddressFieldsProps = FieldsProps & {
  countries: readonly { code: string; name: string }[]
}

export const AddressFields = ({ fields, countries, answer }: AddressFieldsProps) => (
  <>
    <TextInput
      name="billing_name"
      label="Name or company"
      autoComplete="organization"
      initial={fields.billing_name}
      answer={answer}
    />
    <TextInput
      name="billing_address"
      label="Address"
      autoComplete="address-line1"
      initial={fields.billing_address}
      answer={answer}
    />
    <TextInput
      name="billing_address_line_2"
      label="Address line 2 (optional)"
      autoComplete="address-line2"
      initial={fields.billing_address_line_2}
      answer={answer}
    />
    <div className="address-pair">
      <TextInput
        name="billing_zip"
        label="Postal code"
        autoComplete="postal-code"
        initial={fields.billing_zip}
        answer={answer}
      />
      <TextInput
        name="billing_city"
        label="City"
        autoComplete="address-level2"
        initial={fields.billing_city}
        answer={answer}
      />
      <TextInput
        name="billing_state"
        label="State (optional)"
        autoComplete="address-level1"
        initial={fields.billing_state}
        answer={answer}
      />
    </div>
    <SelectInput
      name="billing_country"
      label="Country"
      helpText="The country of your card."
      initial={fields.billing_country}
      options={[
        { value: '', label: 'Select a country' },
        ...countries.map(({ code, name }) => ({ value: code, label: name })),
      ]}
      answer={answer}
    />
  </>
)

/** @param vatState of the VAT ID's check, in a sentence; null: nothing was checked */
export const TaxFields = ({
  fields,
  answer,
  vatState,
}: FieldsProps & { vatState: string | null }) => (
  <>
    <TextInput
      name="vat_id"
      label="VAT ID (optional)"
      autoComplete="off"
      helpText={vatState ?? 'For example NL123456789B01. We check it with the tax office.'}
      initial={fields.vat_id}
      answer={answer}
    />
    <TextInput
      name="extra_billing_information"
      label="Extra billing information (optional)"
      autoComplete="off"
      helpText="Printed on your invoices, for example a purchase order number."
      lines={3}
      initial={fields.extra_billing_information}
      answer={answer}
    />
  </>
)
