/** Screens that set up a second factor: password, first code, recovery codes. */
import { Link, useFetcher, type FetcherWithComponents } from '@remix-run/react'
import type { ComponentType } from 'react'
import type { RecoveryKit } from '#app/domain/accounts/two-factor/two-factor.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ConfirmingPassword } from '#app/ui/forms/confirming-password.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { RecoveryCodesView } from './recovery-codes-view.tsx'
import { StepForm } from './step-form.tsx'

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
  const starting = useFetcher<object>()
  const confirming = useFetcher<FormResponse | { kit: RecoveryKit }>()
  const started = starting.data && !('errors' in starting.data) ? (starting.data as Started) : null
  const kit = confirming.data && 'kit' in confirming.data ? confirming.data.kit : null

  return (
    <div className="parts">
      <Panel>
        {kit && <RecoveryCodesView kit={kit} />}
        {!kit && isOn && <AlreadyOn />}
        {!kit && !isOn && !isVerified && <Unconfirmed />}
        {!kit && isOpen && !started && <Begin fetcher={starting} />}
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
