/** Targeting and schedule of the nudge. */
import type { ReactNode } from 'react'
import {
  audienceChoices,
  deviceChoices,
  fieldLabels,
  kindChoices,
  matchChoices,
} from '#app/domain/nudges/editing/field-labels.ts'
import { weekdays } from '#app/domain/nudges/schedule/weekdays.ts'
import { formatZone } from '#app/lib/days/moment-text.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { Choice, DateTimeField, Section, EditorTextField, useEditing } from './field.tsx'
import { RepeatedFields } from './repeated-fields.tsx'

const optionsOf = (choices: readonly (readonly [string, string])[]) =>
  choices.map(([value, label]) => ({ value, label }))

const useChosen = (name: string) =>
  (useEditing().values[name] ?? '').split(' ').filter((one) => one !== '')

/** @param children other fields of the kind */
export function TargetingFields({ children }: { children: ReactNode }) {
  const { answer } = useEditing()
  return (
    <Section title="Targeting" lead="Nudges never show at checkout, whatever you set here.">
      <Choices
        name="rules.kinds"
        label={`${fieldLabels.kinds} (all if none selected)`}
        look="chips"
        options={optionsOf(kindChoices)}
        initial={useChosen('rules.kinds')}
        answer={answer}
      />
      <Paths name="rules.pages" label={fieldLabels.pages} add="Add page" />
      <Paths name="rules.notPages" label={fieldLabels.notPages} add="Exclude page" />
      <Choices
        name="rules.devices"
        label={`${fieldLabels.devices} (all if none selected)`}
        look="chips"
        options={optionsOf(deviceChoices)}
        initial={useChosen('rules.devices')}
        answer={answer}
      />
      <Choice name="rules.audience" label={fieldLabels.audience} of={audienceChoices} />
      {children}
    </Section>
  )
}

/** @param windows its next time windows; null: always */
export function ScheduleFields({ windows }: { windows: readonly string[] | null }) {
  const { answer, timeZone } = useEditing()
  return (
    <Section
      title="Schedule"
      lead={`Times are in ${formatZone(timeZone)}, including daylight saving time. Leave blank to show at any time.`}
    >
      <Choices
        name="rules.hours.days"
        label="Days of the week (every day if none selected)"
        look="letters"
        options={weekdays.map((label, day) => ({ value: String(day), label }))}
        initial={useChosen('rules.hours.days')}
        answer={answer}
      />
      <div className="columns gap-16 at-top">
        <DateTimeField
          name="rules.hours.from"
          label="From (time of day)"
          kind="time"
          help="Leave blank for midnight."
        />
        <DateTimeField
          name="rules.hours.until"
          label="Until (time of day)"
          kind="time"
          help="If earlier than the start, it ends the next day."
        />
      </div>
      <div className="columns gap-16 at-top">
        <DateTimeField name="rules.from" label={fieldLabels.from} kind="datetime-local" />
        <DateTimeField name="rules.until" label={fieldLabels.until} kind="datetime-local" />
      </div>
      <Windows windows={windows} />
    </Section>
  )
}

/** Shows mistakes in a schedule before anyone waits for the nudge. */
const Windows = ({ windows }: { windows: readonly string[] | null }) => (
  <div role="status" className="muted prose">
    {windows?.length === 0 && 'These hours never fall between the start and the end.'}
    {windows !== null && windows.length > 0 && (
      <>
        <p>Next times it shows:</p>
        <ul className="stack gap-4 plain-list">
          {windows.map((window) => (
            <li key={window}>{window}</li>
          ))}
        </ul>
      </>
    )}
  </div>
)

type PathsProps = { name: string; label: string; add: string }

const Paths = ({ name, label, add }: PathsProps) => (
  <RepeatedFields
    name={name}
    label={label}
    fresh={{ value: '', match: 'contains' }}
    add={add}
    remove={`Remove: ${label}, row`}
  >
    {(row) => (
      <>
        <Choice name={`${row}.match`} label="Path" of={matchChoices} />
        <EditorTextField name={`${row}.value`} label="Path or part of a path" />
      </>
    )}
  </RepeatedFields>
)
