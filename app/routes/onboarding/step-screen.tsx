import { Form, Link, useNavigation } from '@remix-run/react'
import { CheckIcon } from '@shopify/polaris-icons'
import type { ReactNode } from 'react'
import {
  onboardingSteps,
  type SkippedStep,
  type OnboardingStep,
} from '#app/presenters/onboarding/steps.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Screen } from '#app/ui/screen.tsx'

/** Which steps are done, and which can be opened. */
export type StepStates = Readonly<Record<OnboardingStep, { isDone: boolean; isOpen: boolean }>>

const names: Record<OnboardingStep, string> = {
  site: 'Site',
  install: 'Pixel',
  nudge: 'Nudge',
  publish: 'Publish',
}

type StepScreenProps = {
  step: OnboardingStep
  way: StepStates
  title: string
  lead: ReactNode
  children: ReactNode
}

/** Progress, what to do, and the card to do it in. */
export function StepScreen({ step, way, title, lead, children }: StepScreenProps) {
  const position = onboardingSteps.indexOf(step)
  return (
    <div className="step">
      <p className="muted medium">
        Step {position + 1} of {onboardingSteps.length}
      </p>
      <nav aria-label="Steps">
        <ol className="step__bar plain-list">
          {onboardingSteps.map((one, index) => (
            <li
              key={one}
              className={index <= position ? 'step__part step__part--on' : 'step__part'}
              {...(one === step ? { 'aria-current': 'step' as const } : {})}
            >
              <StepName name={names[one]} to={one} {...way[one]} isHere={one === step} />
            </li>
          ))}
        </ol>
      </nav>
      <Screen title={title} lead={lead}>
        {children}
      </Screen>
    </div>
  )
}

type StepNameProps = {
  name: string
  to: OnboardingStep
  isDone: boolean
  isOpen: boolean
  isHere: boolean
}

function StepName({ name, to, isDone, isOpen, isHere }: StepNameProps) {
  const words = (
    <>
      {name}
      {isDone && (
        <>
          <CheckIcon aria-hidden />
          <span className="visually-hidden">: done</span>
        </>
      )}
    </>
  )
  if (isHere || !isOpen) return <span className="step__name muted">{words}</span>
  return (
    <Link className="step__name text-link" to={`/onboarding?step=${to}`}>
      {words}
    </Link>
  )
}

/** Home's checklist lists skipped steps. */
export function SkipStep({ step }: { step: SkippedStep }) {
  const { state, formData } = useNavigation()
  return (
    <Form method="post" action="/onboarding">
      <input type="hidden" name="intent" value="skip" />
      <input type="hidden" name="step" value={step} />
      <Button
        submit
        variant="tertiary"
        size="large"
        loading={state !== 'idle' && formData?.get('intent') === 'skip'}
      >
        Do this later
      </Button>
    </Form>
  )
}
