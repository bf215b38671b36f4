import { Section, TextField } from '../field.tsx'
import { RepeatedFields } from '../repeated-fields.tsx'

/** Order values for free delivery. */
export const FreeDeliveryFields = () => (
  <Section title="Free delivery">
    <TextField
      name="content.currency"
      label="Currency"
      help="Three-letter code, for example EUR."
    />
    <RepeatedFields
      name="content.thresholds"
      label="Free delivery threshold"
      fresh={{ country: '*', amount: '' }}
      add="Add country"
      remove="Remove: threshold, row"
    >
      {(row) => (
        <>
          <TextField name={`${row}.country`} label="Country (* = all others)" />
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
