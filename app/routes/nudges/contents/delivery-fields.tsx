import { fieldLabels } from '#app/domain/nudges/editing/field-labels.ts'
import { Check, CodeField, DateTimeField, Section, EditorTextField, useEditing } from '../field.tsx'
import { RepeatedFields } from '../repeated-fields.tsx'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Delivery times. */
export const DeliveryFields = () => (
  <Section title="Dispatch and delivery">
    <CodeField name="content.timeZone" label={fieldLabels.deliveryZone} of="timeZone" />
    <fieldset className="choices">
      <legend className="choices__label">
        {fieldLabels.cutOffs} (leave a day blank if you don’t ship on it)
      </legend>
      <div className="columns gap-16 at-top editor__days">
        {days.map((day, place) => (
          <DateTimeField
            key={day}
            name={`content.cutOffs.${String(place)}`}
            label={day}
            kind="time"
          />
        ))}
      </div>
    </fieldset>
    <fieldset className="choices">
      <legend className="choices__label">{fieldLabels.deliversOn}</legend>
      <div className="columns gap-16 at-top editor__days">
        {days.map((day, place) => (
          <Check key={day} name={`content.deliversOn.${String(place)}`} label={day} />
        ))}
      </div>
    </fieldset>
    <RepeatedFields
      name="content.transit"
      label={fieldLabels.transit}
      fresh={{ country: '*', min: '1', max: '2' }}
      add="Add country"
      remove="Remove: transit time, row"
    >
      {(row) => (
        <>
          <CodeField name={`${row}.country`} label="Country" of="destination" />
          <EditorTextField name={`${row}.min`} label="Minimum days" />
          <EditorTextField name={`${row}.max`} label="Maximum days" />
        </>
      )}
    </RepeatedFields>
    <Holidays />
    <DateTimeField
      name="content.holidaysUntil"
      label={fieldLabels.holidaysUntil}
      kind="date"
      help="We won’t show delivery dates after this day."
    />
  </Section>
)

function Holidays() {
  const { values } = useEditing()
  const stored = Object.keys(values)
    .filter((name) => name.startsWith('content.holidays.'))
    .map((name) => values[name])
  return (
    <RepeatedFields
      // Saved days come back in their order.
      key={stored.join()}
      name="content.holidays"
      label={`${fieldLabels.holidays}: nothing ships or arrives on these days`}
      fresh={{ day: '' }}
      add="Add holiday"
      remove="Remove: holiday, row"
    >
      {(row) => <DateTimeField name={`${row}.day`} label="Date" kind="date" />}
    </RepeatedFields>
  )
}
