import { fieldLabels } from '#app/domain/nudges/editing/field-labels.ts'
import { CodeField, Section, EditorTextField } from '../field.tsx'
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
          <EditorTextField name={`${row}.amount`} label="Amount" />
        </>
      )}
    </RepeatedFields>
    <EditorTextField
      name="content.restrictions"
      label={fieldLabels.restrictions}
      help="For example “mainland only”."
    />
  </Section>
)
