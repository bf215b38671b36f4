/** Size of the holdout group, next to what is measured with it. */
import { SettingsForm } from '#app/ui/forms/settings-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { formatDays } from '#app/ui/format/format-time.ts'
import { RelativeTime } from '#app/ui/format/relative-time.tsx'
import { Panel } from '#app/ui/panel.tsx'

type HoldoutSectionProps = {
  /** Percentage of visitors. 0: no measurement. */
  holdout: number
  /** When the percentage last changed; null: never. */
  since: Date | null
  /** The first day with this percentage alone. */
  firstDay: string | null
  mayEdit: boolean
  now: Date
}

export const HoldoutSection = ({ holdout, since, firstDay, mayEdit, now }: HoldoutSectionProps) => (
  <section id="holdout" className="linked-part" aria-labelledby="holdout-heading" tabIndex={-1}>
    <Panel>
      <h2 id="holdout-heading" className="part-title">
        Holdout group
      </h2>
      <p className="part-lead">
        A random share of visitors sees no nudges. Comparing them with everyone else is how you
        measure what nudges change.
      </p>
      {mayEdit ? (
        <SettingsForm action="Save" className="form short-form">
          {(answer) => (
            <TextInput
              name="holdout"
              label="Share of visitors in the holdout group (%)"
              inputMode="numeric"
              autoComplete="off"
              initial={String(holdout)}
              helpText="Between 0 and 50. 0 turns measurement off. Changing it restarts the measurement with the next day in your site’s time zone."
              answer={answer}
            />
          )}
        </SettingsForm>
      ) : (
        <p>{holdout === 0 ? 'Measurement is off.' : `${String(holdout)}% of visitors.`}</p>
      )}
      {since && firstDay !== null && holdout > 0 && (
        <p className="mt-12 muted prose">
          Set <RelativeTime at={since} now={now} />. Measured from the first full day on,{' '}
          {formatDays({ from: firstDay, to: firstDay })}.
        </p>
      )}
    </Panel>
  </section>
)
