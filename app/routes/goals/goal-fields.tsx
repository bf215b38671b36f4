/** Fields of a goal, depending on its kind. */
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { GoalKind, GoalMatch } from '#app/contract/goals.ts'
import { kindLabels, matchLabels } from '#app/domain/goals/goal-words.ts'
import { CheckInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { PickerInput } from '#app/ui/forms/picker.tsx'
import type { GoalFormValues } from './goal-form-values.ts'
import { describeDefaultValue } from './goal-value.ts'

/** Stored values, or the initial ones of a new goal. */
export type GoalValues = {
  name: string
  match: GoalMatch
  pattern: string
  selector: string
  value: string
  currency: string
  /** It has its own value. */
  isFixed: boolean
  isRepeatable: boolean
  isActive: boolean
}

type GoalFieldsProps = {
  values: GoalValues
  /** Current values of the fields. */
  typed: GoalFormValues
  /** The kind can still be chosen. */
  isNew: boolean
  answer: FormResponse | undefined
}

export function GoalFields({ values, typed, isNew, answer }: GoalFieldsProps) {
  const { kind } = typed
  return (
    <div className="stack gap-16">
      {isNew ? <KindField kind={kind} answer={answer} /> : null}
      <TextInput
        name="name"
        label="Name"
        autoComplete="off"
        initial={values.name}
        answer={answer}
      />
      {kind === 'url' && <AddressFields values={values} answer={answer} />}
      {(kind === 'click' || kind === 'form') && (
        <>
          <TextInput
            name="selector"
            label={kind === 'click' ? 'CSS selector of the element' : 'CSS selector of the form'}
            autoComplete="off"
            placeholder={kind === 'click' ? '.buy-button' : '#newsletter'}
            helpText={selectorHelp[kind]}
            initial={values.selector}
            answer={answer}
          />
          <SelectorNote selector={typed.selector} />
        </>
      )}
      <WorthFields values={values} typed={typed} answer={answer} />
      {kind !== 'order' && (
        <SelectInput
          name="unique"
          label="Counting"
          options={[
            { value: 'visitor', label: 'Once per visitor' },
            { value: 'every', label: 'Every time' },
          ]}
          helpText="Visitors without consent count as new each day (UTC)."
          initial={values.isRepeatable ? 'every' : 'visitor'}
          answer={answer}
        />
      )}
      <CheckInput
        name="isActive"
        label="Active"
        helpText="When off, nothing new is counted. Past conversions are kept."
        isInitiallyChecked={values.isActive}
        answer={answer}
      />
    </div>
  )
}

const selectorHelp = {
  click: 'Counts clicks on this element or anything inside it. The pixel doesn’t run at checkout.',
  form: 'Counts once per page view when a visitor submits the form. The pixel can’t see whether it was accepted.',
}

type FieldProps = Pick<GoalFieldsProps, 'values' | 'answer'>

const KindField = ({ kind, answer }: { kind: GoalKind } & Pick<FieldProps, 'answer'>) => (
  <SelectInput
    name="kind"
    label="Goal type"
    options={Object.entries(kindLabels).map(([value, { name }]) => ({ value, label: name }))}
    helpText={kindLabels[kind].meaning}
    initial={kind}
    answer={answer}
  />
)

const AddressFields = ({ values, answer }: FieldProps) => (
  <div className="columns gap-12 goal-narrow">
    <SelectInput
      name="match"
      label="Path match"
      options={Object.entries(matchLabels).map(([value, label]) => ({ value, label }))}
      initial={values.match}
      answer={answer}
    />
    <TextInput
      name="pattern"
      label="Path"
      autoComplete="off"
      placeholder="/thank-you"
      initial={values.pattern}
      answer={answer}
    />
  </div>
)

/** Shows immediately when a selector is invalid, by trying it in this browser. */
function SelectorNote({ selector }: { selector: string }) {
  const isAlive = useHydrated()
  const isWrong = isAlive && selector.trim() !== '' && !isSelector(selector)
  return (
    <p className="muted prose" role="status">
      {isWrong && 'This isn’t a valid CSS selector, so the goal would never count.'}
    </p>
  )
}

function isSelector(text: string): boolean {
  try {
    document.createDocumentFragment().querySelector(text)
    return true
  } catch {
    return false
  }
}

const WorthFields = ({ values, typed, answer }: FieldProps & { typed: GoalFormValues }) => (
  <>
    <SelectInput
      name="worth"
      label="Conversion value"
      options={[
        { value: 'told', label: describeDefaultValue(typed.kind) },
        { value: 'fixed', label: 'Fixed amount' },
      ]}
      initial={values.isFixed ? 'fixed' : 'told'}
      answer={answer}
    />
    {typed.worth === 'fixed' && (
      <div className="columns gap-12 goal-narrow">
        <TextInput
          name="value"
          label="Amount"
          autoComplete="off"
          inputMode="decimal"
          initial={values.value}
          answer={answer}
        />
        <PickerInput
          name="currency"
          label="Currency"
          of="currency"
          initial={values.currency}
          answer={answer}
        />
      </div>
    )}
  </>
)
