import { CodeField, Section, TextField } from '../field.tsx'
import { RepeatedFields } from '../repeated-fields.tsx'

/** Order values for free delivery. */
export const FreeDeliveryFields = () => (
  <Section title="Free delivery">
    <CodeField name="content.currency" label="Currency" of="currency" />
    <RepeatedFields
      name="content.thresholds"
      label="Free delivery threshold"
      fresh={{ country: '*', amount: '' }}
      add="Add country"
      remove="Remove: threshold, row"
    >
      {(row) => (
        <>
          <CodeField name={`${row}.country`} label="Country" of="destination" />
          <TextField name={`${row}.amount`} label="Amount" />
        </>
      )}
    </RepeatedFields>
    <TextField
      name="content.restrictions"
      label="Restrictions"
      help="For example “mainland only”."
    />
  </Section>
)
