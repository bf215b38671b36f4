/** Fields of a goal, depending on its kind. */
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import type { GoalKind, GoalMatch } from '#app/contract/goals.ts'
import { kindLabels, matchLabels } from '#app/domain/goals/goal-words.ts'
import { CheckInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
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
    <div className="goal-fields">
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
            label={
              kind === 'click' ? 'CSS selector of what is clicked' : 'CSS selector of the form'
            }
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
          label="Counts"
          options={[
            { value: 'visitor', label: 'Once for each visitor' },
            { value: 'every', label: 'Every time' },
          ]}
          helpText="Who did not agree to be recognised is a new visitor on the next day (UTC)."
          initial={values.isRepeatable ? 'every' : 'visitor'}
          answer={answer}
        />
      )}
      <CheckInput
        name="isActive"
        label="On"
        helpText="Switched off it counts nothing, and keeps what was counted."
        isInitiallyChecked={values.isActive}
        answer={answer}
      />
    </div>
  )
}

const selectorHelp = {
  click:
    'A click on it, or on anything inside of it, counts. Not at the checkout: there the pixel does nothing.',
  form: 'It counts when the visitor sends it, once for each page view. Whether your server takes what was sent, the pixel can’t see.',
}

type FieldProps = Pick<GoalFieldsProps, 'values' | 'answer'>

const KindField = ({ kind, answer }: { kind: GoalKind } & Pick<FieldProps, 'answer'>) => (
  <SelectInput
    name="kind"
    label="What reaches it"
    options={Object.entries(kindLabels).map(([value, { name }]) => ({ value, label: name }))}
    helpText={kindLabels[kind].meaning}
    initial={kind}
    answer={answer}
  />
)

const AddressFields = ({ values, answer }: FieldProps) => (
  <div className="goal-fields__pair">
    <SelectInput
      name="match"
      label="The address"
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
    <p className="goal-fields__note" role="status">
      {isWrong &&
        'Your browser does not understand this selector. The goal would never be reached, and nothing else is harmed.'}
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
      label="A hit is worth"
      options={[
        { value: 'told', label: describeDefaultValue(typed.kind) },
        { value: 'fixed', label: 'A fixed amount' },
      ]}
      initial={values.isFixed ? 'fixed' : 'told'}
      answer={answer}
    />
    {typed.worth === 'fixed' && (
      <div className="goal-fields__pair">
        <TextInput
          name="value"
          label="Amount"
          autoComplete="off"
          inputMode="decimal"
          initial={values.value}
          answer={answer}
        />
        <TextInput
          name="currency"
          label="Currency"
          autoComplete="off"
          placeholder="EUR"
          helpText="Three letters."
          initial={values.currency}
          answer={answer}
        />
      </div>
    )}
  </>
)
