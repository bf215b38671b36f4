/** The next step of a payment: another page, or the bank's question. */
import { useFetcher, useNavigate } from '@remix-run/react'
import { useCallback, useState, type ReactNode } from 'react'
import { useHost } from '#app/browser/host.ts'
import { ContinueTo } from '#app/ui/billing/continue-to.tsx'
import { LeaveFrame } from '#app/ui/billing/leave-frame.tsx'
import { useEachAnswer } from '#app/ui/forms/each-answer.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { loadStripe } from './stripe-js.ts'

export type PaymentStep = { leave: string } | { authenticate: Authentication }

type Authentication = {
  clientSecret: string
  publishableKey: string
  /** URL of Stripe.js. */
  scriptUrl: string
}

export const isPaymentStep = (answer: object): answer is PaymentStep =>
  'leave' in answer || 'authenticate' in answer

export const NextPaymentStep = ({ step }: { step: PaymentStep }) =>
  'leave' in step ? (
    <ContinueTo url={step.leave} />
  ) : (
    <AtTop>
      <Authenticate authentication={step.authenticate} />
    </AtTop>
  )

/** Frames leave out the script that shows the bank's question. The open payment is on the screen of billing. */
function AtTop({ children }: { children: ReactNode }) {
  const { frame } = useHost()
  if (!frame) return children
  return (
    <Banner tone="info">
      <p>Your bank asks you to confirm this payment. That works outside of your dashboard.</p>
      <LeaveFrame to="/billing" label="Confirm payment" />
    </Banner>
  )
}

const refusedByBank =
  'Your bank didn’t confirm the payment, so nothing has changed. Try again, or use another card.'

/** Shows the bank's question, once automatically and then by the button. */
function Authenticate({ authentication }: { authentication: Authentication }) {
  const navigate = useNavigate()
  const { load, state, data } = useFetcher<{ dropped: string | null }>()
  /** Null while the bank asks. */
  const [fault, setFault] = useState<string | null>(null)
  const ask = useCallback(
    async ({ clientSecret, publishableKey, scriptUrl }: Authentication) => {
      setFault(null)
      try {
        const stripe = await loadStripe(scriptUrl, publishableKey)
        const { error } = await stripe.handleNextAction({ clientSecret })
        // The page reads what is true, whatever was answered here. The payment may no longer be one that
        // a bank could confirm, for example because the plan was canceled in a second window.
        if (error) {
          load('/billing/checkout/success')
          setFault(refusedByBank)
        } else navigate('/billing/checkout/success')
      } catch {
        setFault('We can’t reach the payment provider. Check your connection and try again.')
      }
    },
    [navigate, load],
  )
  useEachAnswer(authentication, (given) => void ask(given))
  if (fault === refusedByBank && state !== 'idle') return null
  const dropped = fault === refusedByBank ? data?.dropped : null
  if (dropped) return <Banner tone="warning">{dropped}</Banner>
  return (
    <Banner tone={fault === null ? 'info' : 'warning'}>
      <p>{fault ?? 'Your bank asks you to confirm this payment.'}</p>
      <noscript>Turn on JavaScript to confirm the payment.</noscript>
      {fault !== null && (
        <Button
          onClick={() => {
            void ask(authentication)
          }}
        >
          Confirm with your bank
        </Button>
      )}
    </Banner>
  )
}
