import { Check, DateTimeField, Section, TextField } from '../field.tsx'
import { RepeatedFields } from '../repeated-fields.tsx'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Delivery times. */
export const DeliveryFields = () => (
  <Section title="Dispatch and delivery">
    <TextField
      name="content.timeZone"
      label="Time zone of the shop"
      help="Such as Europe/Amsterdam."
    />
    <fieldset className="choices">
      <legend className="choices__label">
        Orders until then leave on the same day (empty: nothing leaves)
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
      <legend className="choices__label">Parcels are delivered on</legend>
      <div className="editor__days">
        {days.map((day, place) => (
          <Check key={day} name={`content.deliversOn.${String(place)}`} label={day} />
        ))}
      </div>
    </fieldset>
    <RepeatedFields
      name="content.transit"
      label="Working days on the way"
      fresh={{ country: '*', min: '1', max: '2' }}
      add="Add a country"
      remove="Take away: working days, row"
    >
      {(row) => (
        <>
          <TextField name={`${row}.country`} label="Country (* for all others)" />
          <TextField name={`${row}.min`} label="Fewest days" />
          <TextField name={`${row}.max`} label="Most days" />
        </>
      )}
    </RepeatedFields>
    <TextField
      name="content.holidays"
      label="Holidays"
      lines={3}
      help="Days like 2026-12-25, one a line. Nothing leaves and nothing arrives."
    />
    <DateTimeField
      name="content.holidaysUntil"
      label="The holidays are known until"
      kind="date"
      help="Later than that nothing is promised."
    />
  </Section>
)
