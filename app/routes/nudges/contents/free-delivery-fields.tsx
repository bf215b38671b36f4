import { Section, Text } from '../field.tsx'
import { RepeatedFields } from '../repeated-fields.tsx'

/** From which amount on the shop delivers for nothing. */
export const FreeDeliveryFields = () => (
  <Section title="Free delivery">
    <Text name="content.currency" label="Currency" help="Three letters, such as EUR." />
    <RepeatedFields
      name="content.thresholds"
      label="Free from"
      fresh={{ country: '*', amount: '' }}
      add="Add a country"
      remove="Take away: free from, row"
    >
      {(row) => (
        <>
          <Text name={`${row}.country`} label="Country (* for all others)" />
          <Text name={`${row}.amount`} label="Amount" />
        </>
      )}
    </RepeatedFields>
    <Text name="content.restrictions" label="Restrictions" help="Such as: mainland only." />
  </Section>
)
