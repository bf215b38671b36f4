/** Where, when and to whom the nudge is shown. */
import { Choices } from '#app/ui/choices.tsx'
import { Choice, Section, Text, useEditing, When } from './field.tsx'
import { Rows } from './rows.tsx'

const matches = [
  ['contains', 'has in it'],
  ['exact', 'is exactly'],
  ['pattern', 'fits, with * for anything'],
] as const

const pageKinds = [
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

export function RulesFields() {
  const { values, answer } = useEditing()
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
      <Section title="When" lead="In UTC. Empty: always.">
        <div className="editor__pair">
          <When name="rules.from" label="Shown from" kind="datetime-local" />
          <When name="rules.until" label="Shown until" kind="datetime-local" />
        </div>
      </Section>
    </>
  )
}

type PathsProps = { name: string; label: string; add: string }

const Paths = ({ name, label, add }: PathsProps) => (
  <Rows
    name={name}
    label={label}
    fresh={{ value: '', match: 'contains' }}
    add={add}
    remove={`Take away: ${label}, row`}
  >
    {(row) => (
      <>
        <Choice name={`${row}.match`} label="The path" of={matches} />
        <Text name={`${row}.value`} label="Path or part of it" />
      </>
    )}
  </Rows>
)

export const PlacementFields = () => (
  <Section
    title="Place in the page"
    lead="Beside or inside of the first element that the selector finds. A page without such an element shows nothing."
  >
    <div className="editor__pair">
      <Text name="placement.selector" label="CSS selector" help="Such as .product-price or #buy." />
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
      What comes into a page moves what stands below it. Choose an element low in the first screen,
      or give its surroundings a fixed height, so that nothing jumps while somebody reads.
    </p>
  </Section>
)
