/** Placement, targeting and schedule of the nudge. */
import type { ReactNode } from 'react'
import type { NudgeType } from '#app/contract/nudges.ts'
import { blockHandle, blockSelector } from '#app/contract/theme-blocks.ts'
import { ThemeBlockLink } from '#app/ui/theme-block-link.tsx'
import { weekdays } from '#app/domain/nudges/schedule/weekdays.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { pageKinds } from '#app/ui/nudge-preview/sample-page.ts'
import { useLate } from '#app/ui/use-late.ts'
import { Choice, DateTimeField, Section, TextField, useEditing } from './field.tsx'
import { RepeatedFields } from './repeated-fields.tsx'
import type { Pointing } from './use-pointing.ts'

const matches = [
  ['contains', 'contains'],
  ['exact', 'is exactly'],
  ['pattern', 'matches pattern (* = anything)'],
] as const

const devices = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Phones' },
]

const useChosen = (name: string) =>
  (useEditing().values[name] ?? '').split(' ').filter((one) => one !== '')

/** @param children other fields of the kind */
export function TargetingFields({ children }: { children: ReactNode }) {
  const { answer } = useEditing()
  return (
    <Section title="Targeting" lead="Nudges never show at checkout, whatever you set here.">
      <Choices
        name="rules.kinds"
        label="Page types (all if none selected)"
        look="chips"
        options={pageKinds}
        initial={useChosen('rules.kinds')}
        answer={answer}
      />
      <Paths name="rules.pages" label="Only on pages where the path" add="Add page" />
      <Paths name="rules.notPages" label="Not on pages where the path" add="Exclude page" />
      <Choices
        name="rules.devices"
        label="Devices (all if none selected)"
        look="chips"
        options={devices}
        initial={useChosen('rules.devices')}
        answer={answer}
      />
      <Choice
        name="rules.audience"
        label="Visitors"
        of={[
          ['all', 'All'],
          ['new', 'New or unrecognized visitors'],
          ['returning', 'Returning visitors who gave consent'],
        ]}
      />
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
      lead={`Times are in ${timeZone}, including daylight saving time. Leave blank to show at any time.`}
    >
      <Choices
        name="rules.hours.days"
        label="Days of the week (every day if none selected)"
        look="letters"
        options={weekdays.map((label, day) => ({ value: String(day), label }))}
        initial={useChosen('rules.hours.days')}
        answer={answer}
      />
      <div className="editor__pair">
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
      <div className="editor__pair">
        <DateTimeField name="rules.from" label="Start" kind="datetime-local" />
        <DateTimeField name="rules.until" label="End" kind="datetime-local" />
      </div>
      <Windows windows={windows} />
    </Section>
  )
}

/** Shows mistakes in a schedule before anyone waits for the nudge. */
const Windows = ({ windows }: { windows: readonly string[] | null }) => (
  <div role="status" className="editor__note">
    {windows?.length === 0 && 'These hours never fall between the start and the end.'}
    {windows !== null && windows.length > 0 && (
      <>
        <p>Next times it shows:</p>
        <ul className="editor__windows">
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
        <Choice name={`${row}.match`} label="Path" of={matches} />
        <TextField name={`${row}.value`} label="Path or part of a path" />
      </>
    )}
  </RepeatedFields>
)

type Placed = {
  uuid: string
  type: NudgeType
  /** Of the theme editor, for a site that is a Shopify shop. */
  blockLink: string | null
  seenPages: readonly string[]
  host: string
}

// It works only with a script.
const loadPointing = () => import('./point-at-place.tsx')

export function PlacementFields({ loaded, pointing }: { loaded: Placed; pointing: Pointing }) {
  const { uuid, type, blockLink, seenPages, host } = loaded
  const { answer } = useEditing()
  const part = useLate(loadPointing)
  return (
    <Section
      title="Placement"
      lead="Next to or inside an element of your page. Pages without it don’t show the nudge."
    >
      {part && <part.PointAtPlace {...{ pointing, seenPages, host }} />}
      {blockLink !== null && (
        <>
          <p className="editor__note">
            Or in your theme editor, add this nudge’s block where you want it, for example below the
            price. Its selector is <code>{blockSelector(type)}</code>, and the nudge goes inside, at
            the end.
          </p>
          <ThemeBlockLink
            url={blockLink}
            label="Add block in theme editor"
            handle={blockHandle(type)}
          />
        </>
      )}
      <details
        className="editor__advanced"
        open={answer?.errors['placement.selector'] !== undefined}
      >
        <summary>Advanced</summary>
        <div className="form">
          <div className="editor__pair">
            <TextField
              name="placement.selector"
              label="CSS selector"
              help="For example .product-price or #buy. The first match counts."
            />
            <Choice
              name="placement.where"
              label="Where"
              of={[
                ['after', 'After the element'],
                ['before', 'Before the element'],
                ['prepend', 'Inside, at the start'],
                ['append', 'Inside, at the end'],
              ]}
            />
          </div>
          <p className="editor__note">
            Or create a placeholder: add this to your page and use{' '}
            <code>{`[data-nudge="${uuid}"]`}</code> as the selector.
          </p>
          <CopyCode code={`<div data-nudge="${uuid}"></div>`} name="placeholder for your page" />
        </div>
      </details>
      <p className="editor__note">
        An inline nudge pushes down the content below it. To avoid layout shift, pick an element low
        on the screen or give its container a fixed height.
      </p>
    </Section>
  )
}
