import { Form, useNavigation } from '@remix-run/react'
import { useState } from 'react'
import type { ThankYouPage } from '#app/presenters/onboarding/thank-you-pages.server.ts'
import type { FirstGoal } from '#app/presenters/onboarding/steps.ts'
import { formatNames } from '#app/lib/name-list.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { CheckInput, TextInput } from '#app/ui/forms/fields.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { RadioButton } from '#app/ui/kit/radio-button.tsx'
import type { PublishView } from './read-publish.server.ts'

type PublishFormProps = Pick<
  PublishView,
  'nudge' | 'goals' | 'holdout' | 'offersCalm' | 'thankYouPages' | 'reportsOrders' | 'awaiting'
> & {
  answer: FormResponse | undefined
}

/** Goal and holdout group: answered later, everything until then would not be counted. */
export function PublishForm(props: PublishFormProps) {
  const { nudge, goals, holdout, offersCalm, thankYouPages, reportsOrders, awaiting, answer } =
    props
  const { state, formData } = useNavigation()

  return (
    <Form
      method="post"
      action={`/onboarding?step=publish&nudge=${nudge.uuid}`}
      className="step__form"
      noValidate
    >
      <input type="hidden" name="intent" value="publish" />
      {goals.length === 0 ? (
        <GoalChoice pages={thankYouPages} reportsOrders={reportsOrders} answer={answer} />
      ) : (
        <p className="step__text">
          {goals.length === 1 ? 'Your goal' : 'Your goals'}: {formatNames(goals, 3)}.
        </p>
      )}
      {holdout !== null && (
        <CheckInput
          name="holdout"
          label={`Measure the impact: hold back nudges from ${String(holdout)}% of visitors`}
          helpText="Comparing visitors with a group that sees no nudges is the only way to know what nudges really change."
          isInitiallyChecked
          answer={undefined}
        />
      )}
      {offersCalm && (
        <CheckInput
          name="calm"
          label="Start calmly: wait 4 seconds before the first nudge"
          helpText="Nudges then stay for 7 seconds instead of 5. You can change the timing in Site settings."
          answer={undefined}
        />
      )}
      <div className="row gap-20">
        <Button
          submit
          variant="primary"
          size="large"
          loading={state !== 'idle' && formData?.get('intent') === 'publish'}
        >
          {awaiting === null ? 'Publish nudge' : 'Publish and wait'}
        </Button>
      </div>
    </Form>
  )
}

type GoalOption = { value: FirstGoal; label: string; help: string }

const byOrders: GoalOption = {
  value: 'order',
  label: 'Place an order',
  help: 'Your shop reports each paid order.',
}
const byPage: GoalOption = {
  value: 'page',
  label: 'Reach a page after ordering',
  help: 'The pixel detects it. No further setup needed.',
}
const later: GoalOption = {
  value: 'none',
  label: 'Skip for now',
  help: 'It stays on your setup checklist.',
}

type GoalPathProps = { pages: readonly ThankYouPage[]; answer: FormResponse | undefined }
type GoalChoiceProps = GoalPathProps & Pick<PublishView, 'reportsOrders'>

/** The goal that counts something on this shop comes first, and is chosen. */
function GoalChoice({ pages, reportsOrders, answer }: GoalChoiceProps) {
  const choices = reportsOrders ? [byOrders, byPage, later] : [byPage, byOrders, later]
  const [chosen, setChosen] = useState<string>(answer?.values['goal'] ?? choices[0]?.value ?? '')

  return (
    <fieldset className="first-goal">
      <legend className="step__heading">What do you want visitors to do?</legend>
      {choices.map(({ value, label, help }) => (
        <div key={value}>
          <RadioButton
            id={`field-goal-${value}`}
            name="goal"
            value={value}
            label={label}
            helpText={help}
            checked={chosen === value}
            onChange={() => {
              setChosen(value)
            }}
          />
          {value === 'page' && chosen === 'page' && <GoalPath pages={pages} answer={answer} />}
        </div>
      ))}
    </fieldset>
  )
}

const reasonWords: Record<ThankYouPage['reason'], string> = {
  seen: 'Your pixel has seen this page.',
  linked: 'Your home page links to it.',
  platform: 'Your platform usually shows it after an order.',
}

/** Prefilled with the likeliest page; the others take one press. */
function GoalPath({ pages, answer }: GoalPathProps) {
  const [taken, setTaken] = useState(pages[0]?.path ?? '/thank-you')
  const about = pages.find(({ path }) => path === taken)
  const others = pages.filter(({ path }) => path !== taken)

  return (
    <div className="first-goal__path stack gap-12">
      <TextInput
        key={taken}
        name="pattern"
        label="Path starts with"
        autoComplete="off"
        initial={taken}
        helpText={
          about
            ? reasonWords[about.reason]
            : 'Visitors reach it after they order. Change it if your shop uses another path.'
        }
        answer={answer}
      />
      {others.length > 0 && (
        <ul className="row gap-8 plain-list" aria-label="Other pages">
          {others.map(({ path }) => (
            <li key={path}>
              <Button
                accessibilityLabel={`Use ${path}`}
                onClick={() => {
                  setTaken(path)
                }}
              >
                {path}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
