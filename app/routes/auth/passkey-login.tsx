/** Button for a login with a passkey: the server sends a challenge, the authenticator responds. */
import { useFetcher, useSearchParams } from '@remix-run/react'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useEachAnswer } from '#app/ui/forms/each-answer.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { useFaultToast } from '#app/ui/forms/preserve-form.ts'
import { signWithPasskey } from '#app/ui/forms/sign-with-passkey.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'

type Asked = { options: PublicKeyCredentialRequestOptionsJSON }

const notUsed = 'Passkey login canceled. Try again or use your password.'

export function PasskeyLogin() {
  const [search] = useSearchParams()
  const asking = useFetcher<FormResponse | Asked>({ key: 'passkey-question' })
  const answering = useFetcher<FormResponse>({ key: 'passkey-answer' })
  const isHydrated = useHydrated()
  const [isWaiting, setIsWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const options = asking.data && 'options' in asking.data ? asking.data.options : undefined
  const refused = asking.data && 'errors' in asking.data ? asking.data : answering.data
  const wanted = search.get('to')
  const address = `/auth/passkey${wanted === null ? '' : `?to=${encodeURIComponent(wanted)}`}`
  const { submit } = answering
  useFaultToast(refused)

  useEachAnswer(options, (given) => {
    setIsWaiting(true)
    signWithPasskey(given)
      .then((answer) => {
        submit({ intent: 'answer', answer }, { method: 'post', action: address })
      })
      .catch(() => {
        setProblem(notUsed)
      })
      .finally(() => {
        setIsWaiting(false)
      })
  })

  const isBusy = isWaiting || asking.state !== 'idle' || answering.state !== 'idle'
  return (
    <asking.Form
      method="post"
      action={address}
      className="auth-form"
      onSubmit={() => {
        setProblem(null)
      }}
    >
      <input type="hidden" name="intent" value="ask" />
      <Button submit fullWidth disabled={!isHydrated} loading={isBusy}>
        Log in with a passkey
      </Button>
      {!isBusy && problem === null && <FormMessage answer={refused} />}
      <div role="alert">{problem && <Banner tone="warning">{problem}</Banner>}</div>
    </asking.Form>
  )
}
