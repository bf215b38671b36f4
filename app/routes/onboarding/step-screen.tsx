import type { ReactNode } from 'react'
import { Screen } from '#app/ui/screen.tsx'
import { steps, type Step } from './steps.ts'

type StepScreenProps = { step: Step; title: string; lead: ReactNode; children: ReactNode }

/** Where one is, what is to be done, and the card to do it in. */
export function StepScreen({ step, title, lead, children }: StepScreenProps) {
  const position = steps.indexOf(step)

  return (
    <div className="step">
      <p className="step__position">
        Step {position + 1} of {steps.length}
      </p>
      <div className="step__bar" aria-hidden>
        {steps.map((one, index) => (
          <span
            key={one}
            className={index <= position ? 'step__part step__part--on' : 'step__part'}
          />
        ))}
      </div>
      <Screen title={title} lead={lead}>
        {children}
      </Screen>
    </div>
  )
}
