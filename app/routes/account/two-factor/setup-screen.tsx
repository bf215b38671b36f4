/** Screens that set up a second factor: password, first code, recovery codes. */
import { Link, type FetcherWithComponents } from '@remix-run/react'
import type { ComponentType } from 'react'
import type { RecoveryKit } from '#app/domain/accounts/two-factor/two-factor.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ConfirmingPassword } from '#app/ui/forms/confirming-password.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { usePostedFetcher } from '#app/ui/forms/posted-answer.ts'
import { Panel } from '#app/ui/panel.tsx'
import { RecoveryCodesView } from './recovery-codes-view.tsx'
import { StepForm, StepHeading } from './step-form.tsx'

export type SetupStep = { fetcher: FetcherWithComponents<object> }

type SetupScreenProps<Started extends object> = {
  /** Two-factor authentication is on already. */
  isOn: boolean
  /** Whether the email address is confirmed. */
  isVerified: boolean
  /** The first step, with a `PasswordStep`. */
  Begin: ComponentType<SetupStep>
  /** The second step, with a `CodeStep`. Gets what the action returned for the first one. */
  Confirm: ComponentType<SetupStep & { started: Started }>
}

export function SetupScreen<Started extends object>(props: SetupScreenProps<Started>) {
  const { isOn, isVerified, Begin, Confirm } = props
  const isOpen = !isOn && isVerified
  const starting = usePostedFetcher({ intent: 'start' })
  const confirming = usePostedFetcher({ intent: 'confirm' })
  const started = starting.data && !('errors' in starting.data) ? (starting.data as Started) : null
  const confirmed = confirming.data as FormResponse | { kit: RecoveryKit } | undefined
  const kit = confirmed && 'kit' in confirmed ? confirmed.kit : null
  // The answer to a code that the browser sent itself: the first step's answer is no longer there.
  const isAgain = !started && confirmed !== undefined

  return (
    <div className="parts">
      <Panel>
        {kit && <RecoveryCodesView kit={kit} />}
        {!kit && isOn && <AlreadyOn />}
        {!kit && !isOn && !isVerified && <Unconfirmed />}
        {!kit && isOpen && !started && !isAgain && <Begin fetcher={starting} />}
        {!kit && isOpen && isAgain && <Again fetcher={confirming} />}
        {!kit && isOpen && started && <Confirm fetcher={confirming} started={started} />}
      </Panel>
      {!kit && (
        <p>
          <Link className="text-link" to="/account/security">
            Back to security
          </Link>
        </p>
      )}
    </div>
  )
}

const Again = ({ fetcher }: SetupStep) => (
  <>
    <StepHeading>Enter the code</StepHeading>
    <p className="part-lead">
      Enter the current code, or{' '}
      <Link className="text-link" to=".">
        start over
      </Link>
      .
    </p>
    <CodeStep fetcher={fetcher} label="Code" />
  </>
)

const Unconfirmed = () => (
  <p className="part-lead">Confirm your email address to turn on two-factor authentication.</p>
)

const AlreadyOn = () => (
  <>
    <h2 className="part-title">Two-factor authentication is on</h2>
    <p className="part-lead">
      To switch methods, turn it off first under{' '}
      <Link className="text-link" to="/account/security">
        Security
      </Link>
      .
    </p>
  </>
)

/** @param props.action label of the button */
export const PasswordStep = ({ fetcher, action }: SetupStep & { action: string }) => (
  <StepForm fetcher={fetcher} intent="start" action={action}>
    {(answer) => <ConfirmingPassword name="password" answer={answer} />}
  </StepForm>
)

/** @param props.label of the field */
export const CodeStep = ({ fetcher, label }: SetupStep & { label: string }) => (
  <StepForm fetcher={fetcher} intent="confirm" action="Turn on two-factor">
    {(answer) => (
      <TextInput
        name="code"
        label={label}
        autoComplete="one-time-code"
        inputMode="numeric"
        answer={answer}
      />
    )}
  </StepForm>
)
