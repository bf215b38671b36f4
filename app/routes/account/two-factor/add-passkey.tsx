/** Adds a passkey: the server sends a challenge, the authenticator creates a credential. */
import { useFetcher } from '@remix-run/react'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { ConfirmingPassword } from '#app/ui/forms/confirming-password.tsx'
import { useEachAnswer } from '#app/ui/forms/each-answer.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { type Saved, useSavedToast } from '#app/ui/forms/form-fetcher.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { StepForm } from './step-form.tsx'

type Asked = { options: PublicKeyCredentialCreationOptionsJSON; name: string }

const address = '/account/security/new-passkey'
const notMade = 'Couldn’t create a passkey. This device may already have one for your account.'

export function AddPasskey() {
  const asking = useFetcher<FormResponse | Asked>()
  const adding = useFetcher<FormResponse | Saved>()
  const [isWaiting, setIsWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const asked = asking.data && 'options' in asking.data ? asking.data : undefined
  const refused = adding.data && 'errors' in adding.data ? adding.data : undefined
  const saved = adding.data && 'saved' in adding.data ? adding.data : undefined
  const { submit } = adding
  useFaultToast(refused)
  useSavedToast(saved)

  useEachAnswer(asked, ({ options, name }) => {
    setIsWaiting(true)
    setProblem(null)
    makeOne(options)
      .then((answer) => {
        const passkey = { intent: 'add', passkeyName: name, answer }
        submit(passkey, { method: 'post', action: address })
      })
      .catch(() => {
        setProblem(notMade)
      })
      .finally(() => {
        setIsWaiting(false)
      })
  })
  useEachAnswer(saved, () => {
    setRound((count) => count + 1)
  })

  return (
    <>
      <h3 className="recovery-title">Add a passkey</h3>
      {problem === null && <FormMessage answer={refused} />}
      <div role="alert">{problem !== null && <Banner tone="warning">{problem}</Banner>}</div>
      <StepForm
        key={round}
        fetcher={asking}
        to={address}
        intent="ask"
        action="Add passkey"
        rank="plain"
        isBusy={isWaiting || adding.state !== 'idle'}
      >
        {(answer) => (
          <>
            <TextInput
              name="passkeyName"
              label="Name"
              autoComplete="off"
              placeholder="My laptop"
              answer={answer}
            />
            <ConfirmingPassword name="passkeyPassword" answer={answer} />
          </>
        )}
      </StepForm>
    </>
  )
}

/** @throws Error when there is no authenticator, or the person canceled */
async function makeOne(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return JSON.stringify(await startRegistration({ optionsJSON }))
}
