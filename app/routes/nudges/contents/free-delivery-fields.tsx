import { fieldLabels } from '#app/domain/nudges/editing/field-labels.ts'
import { CodeField, Section, TextField } from '../field.tsx'
import { RepeatedFields } from '../repeated-fields.tsx'

/** Order values for free delivery. */
export const FreeDeliveryFields = () => (
  <Section title="Free delivery">
    <CodeField name="content.currency" label={fieldLabels.currency} of="currency" />
    <RepeatedFields
      name="content.thresholds"
      label={fieldLabels.thresholds}
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
      label={fieldLabels.restrictions}
      help="For example “mainland only”."
    />
  </Section>
)
