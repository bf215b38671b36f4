import { Check, DateTimeField, Section, TextField } from '../field.tsx'
import { RepeatedFields } from '../repeated-fields.tsx'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Delivery times. */
export const DeliveryFields = () => (
  <Section title="Dispatch and delivery">
    <TextField
      name="content.timeZone"
      label="Shop time zone"
      help="For example Europe/Amsterdam."
    />
    <fieldset className="choices">
      <legend className="choices__label">
        Same-day shipping cutoff (leave a day blank if you don’t ship on it)
      </legend>
      <div className="editor__days">
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
      <legend className="choices__label">Delivery days</legend>
      <div className="editor__days">
        {days.map((day, place) => (
          <Check key={day} name={`content.deliversOn.${String(place)}`} label={day} />
        ))}
      </div>
    </fieldset>
    <RepeatedFields
      name="content.transit"
      label="Transit time in business days"
      fresh={{ country: '*', min: '1', max: '2' }}
      add="Add country"
      remove="Remove: transit time, row"
    >
      {(row) => (
        <>
          <TextField name={`${row}.country`} label="Country (* = all others)" />
          <TextField name={`${row}.min`} label="Minimum days" />
          <TextField name={`${row}.max`} label="Maximum days" />
        </>
      )}
    </RepeatedFields>
    <TextField
      name="content.holidays"
      label="Holidays"
      lines={3}
      help="One date per line, for example 2026-12-25. Nothing ships or arrives on these days."
    />
    <DateTimeField
      name="content.holidaysUntil"
      label="Holidays entered through"
      kind="date"
      help="We won’t show delivery dates after this day."
    />
  </Section>
)
