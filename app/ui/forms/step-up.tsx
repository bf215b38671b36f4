/**
 * Asks for the second factor again, inside the form whose action requires it. Nothing typed is
 * lost, and the form is submitted automatically afterwards.
 */
import { useFetcher } from '@remix-run/react'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useId, useRef, useState } from 'react'
import type { StepUpMethods } from '#app/lib/errors.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { Banner } from '../kit/banner.tsx'
import { Button } from '../kit/button.tsx'
import { TextField } from '../kit/text-field.tsx'
import { useEachAnswer } from './each-answer.ts'
import { isBusyWith } from './form-fetcher.ts'
import { useFaultToast } from './preserve-form.ts'
import { signWithPasskey } from './sign-with-passkey.ts'

type Answer =
  | FormResponse
  | { isProven: true }
  | { isSent: true }
  | { options: PublicKeyCredentialRequestOptionsJSON }

const to = { method: 'post', action: '/account/second-proof' } as const
const notUsed = 'Passkey check canceled. Try again or enter a code.'

export function StepUp({ ways }: { ways: StepUpMethods }) {
  const { submit, data, state } = useFetcher<Answer>()
  const [code, setCode] = useState('')
  const [isWaiting, setIsWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const refused = data && 'errors' in data ? data : undefined
  const isBusy = isWaiting || isBusyWith(state, refused)
  useFaultToast(refused)

  const send = (fields: Record<string, string>) => {
    setProblem(null)
    submit(fields, to)
  }
  const enter = () => {
    send({ intent: 'enter', code })
  }

  useEachAnswer(data, (given) => {
    if ('isProven' in given) box.current?.closest('form')?.requestSubmit()
    if (!('options' in given)) return
    setIsWaiting(true)
    signWithPasskey(given.options)
      .then((answer) => {
        submit({ intent: 'answer', answer }, to)
      })
      .catch(() => {
        setProblem(notUsed)
      })
      .finally(() => {
        setIsWaiting(false)
      })
  })

  return (
    <div
      ref={box}
      className="box stack gap-12"
      onKeyDown={(event) => {
        // Enter in this field submits the code, not the surrounding form.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        enter()
      }}
    >
      <TextField
        id={id}
        label="Code"
        autoComplete="one-time-code"
        autoFocus
        helpText={`From your ${ways.isByPhone ? 'text message' : 'app'}, or a recovery code.`}
        value={code}
        error={refused?.errors['code']?.join(' ') ?? false}
        onChange={setCode}
      />
      <Problem sentence={problem ?? refused?.message ?? refused?.errors['']?.join(' ')} />
      <div role="status">{data && 'isSent' in data && 'Code sent'}</div>
      <div className="row gap-8">
        <Button variant="primary" loading={isBusy} onClick={enter}>
          Confirm
        </Button>
        {ways.isByPhone && (
          <Button
            disabled={isBusy}
            onClick={() => {
              send({ intent: 'send' })
            }}
          >
            Text me a code
          </Button>
        )}
        {ways.hasPasskey && (
          <Button
            disabled={isBusy}
            onClick={() => {
              send({ intent: 'ask' })
            }}
          >
            Use a passkey
          </Button>
        )}
      </div>
    </div>
  )
}

const Problem = ({ sentence }: { sentence: string | undefined }) => (
  <div role="alert">{sentence && <Banner tone="critical">{sentence}</Banner>}</div>
)
