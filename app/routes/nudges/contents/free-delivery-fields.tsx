import { Section, TextField } from '../field.tsx'
import { RepeatedFields } from '../repeated-fields.tsx'

/** Order values for free delivery. */
export const FreeDeliveryFields = () => (
  <Section title="Free delivery">
    <TextField name="content.currency" label="Currency" help="Three letters, such as EUR." />
    <RepeatedFields
      name="content.thresholds"
      label="Free from"
      fresh={{ country: '*', amount: '' }}
      add="Add a country"
      remove="Take away: free from, row"
    >
      {(row) => (
        <>
          <TextField name={`${row}.country`} label="Country (* for all others)" />
          <TextField name={`${row}.amount`} label="Amount" />
        </>
      )}
    </RepeatedFields>
    <TextField name="content.restrictions" label="Restrictions" help="Such as: mainland only." />
  </Section>
)
