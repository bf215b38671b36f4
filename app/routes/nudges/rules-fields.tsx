/** Targeting and schedule of the nudge. */
import { weekdays } from '#app/domain/nudges/schedule/weekdays.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { Choice, DateTimeField, Section, TextField, useEditing } from './field.tsx'
import { RepeatedFields } from './repeated-fields.tsx'

const matches = [
  ['contains', 'has in it'],
  ['exact', 'is exactly'],
  ['pattern', 'fits, with * for anything'],
] as const

export const pageKinds = [
  { value: 'home', label: 'Home page' },
  { value: 'product', label: 'Product' },
  { value: 'collection', label: 'Collection' },
  { value: 'cart', label: 'Cart' },
  { value: 'other', label: 'Other' },
]

const devices = [
  { value: 'desktop', label: 'Wide windows' },
  { value: 'mobile', label: 'Phones' },
]

/** @param windows its next time windows; null: always */
export function RulesFields({ windows }: { windows: readonly string[] | null }) {
  const { values, answer, timeZone } = useEditing()
  const chosen = (name: string) => (values[name] ?? '').split(' ').filter((one) => one !== '')
  return (
    <>
      <Section title="Where and to whom" lead="Never on a checkout, whatever stands here.">
        <Paths name="rules.pages" label="Only on pages whose path" add="Add a page" />
        <Paths name="rules.notPages" label="Not on pages whose path" add="Leave out a page" />
        <Choices
          name="rules.kinds"
          label="Kinds of pages (none: all)"
          options={pageKinds}
          initial={chosen('rules.kinds')}
          answer={answer}
        />
        <Choices
          name="rules.devices"
          label="Devices (none: all)"
          options={devices}
          initial={chosen('rules.devices')}
          answer={answer}
        />
        <Choice
          name="rules.audience"
          label="Visitors"
          of={[
            ['all', 'All'],
            ['new', 'New ones, and who was not recognised'],
            ['returning', 'Returning ones, who agreed to be recognised'],
          ]}
        />
      </Section>
      <Section
        title="When"
        lead={`By the clock of your site: ${timeZone}, with its summer time. Empty: always.`}
      >
        <div className="editor__pair">
          <DateTimeField name="rules.from" label="Shown from" kind="datetime-local" />
          <DateTimeField name="rules.until" label="Shown until" kind="datetime-local" />
        </div>
        <Choices
          name="rules.hours.days"
          label="Days of the week (none: every day)"
          options={weekdays.map((label, day) => ({ value: String(day), label }))}
          initial={chosen('rules.hours.days')}
          answer={answer}
        />
        <div className="editor__pair">
          <DateTimeField
            name="rules.hours.from"
            label="On these days from"
            kind="time"
            help="Empty: from midnight."
          />
          <DateTimeField
            name="rules.hours.until"
            label="On these days until"
            kind="time"
            help="Earlier than the beginning: on the next morning."
          />
        </div>
        <Windows windows={windows} />
      </Section>
    </>
  )
}

/** Shows mistakes in a schedule before anyone waits for the nudge. */
const Windows = ({ windows }: { windows: readonly string[] | null }) => (
  <div role="status" className="editor__note">
    {windows?.length === 0 && 'No such hours lie between its beginning and its end.'}
    {windows !== null && windows.length > 0 && (
      <>
        <p>It is shown next:</p>
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
    remove={`Take away: ${label}, row`}
  >
    {(row) => (
      <>
        <Choice name={`${row}.match`} label="The path" of={matches} />
        <TextField name={`${row}.value`} label="Path or part of it" />
      </>
    )}
  </RepeatedFields>
)

export const PlacementFields = ({ uuid }: { uuid: string }) => (
  <Section
    title="Place in the page"
    lead="Beside or inside of the first element that the selector finds. A page without such an element shows nothing."
  >
    <div className="editor__pair">
      <TextField
        name="placement.selector"
        label="CSS selector"
        help="Such as .product-price or #buy."
      />
      <Choice
        name="placement.where"
        label="Where"
        of={[
          ['after', 'After the element'],
          ['before', 'Before the element'],
          ['prepend', 'At the start of what is in it'],
          ['append', 'At the end of what is in it'],
        ]}
      />
    </div>
    <p className="editor__note">
      Or make a place of its own: put this into your page, and use{' '}
      <code>{`[data-nudge="${uuid}"]`}</code> as the selector.
    </p>
    <CopyCode code={`<div data-nudge="${uuid}"></div>`} name="place for your page" />
    <p className="editor__note">
      What comes into a page moves what stands below it. Choose an element low in the first screen,
      or give its surroundings a fixed height, so that nothing jumps while somebody reads.
    </p>
  </Section>
)
