/** Enters a card in Stripe’s field, and stores what Stripe made of it. */
import { Form, Link, useNavigation, useSubmit } from '@remix-run/react'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import type { BillingDetailsInput } from '#app/domain/billing/billing-details.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import { FormMessage } from '#app/ui/forms/form-message.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { AddressFields } from './address-fields.tsx'
import { loadStripe } from './stripe-js.ts'

/** `scriptUrl` is the URL of Stripe.js. */
type CardSetup = { clientSecret: string; publishableKey: string; scriptUrl: string }

type CardFormProps = {
  setup: CardSetup
  returnUrl: string
  /** Id of the organization that the page is about. */
  organization: number
  fields: BillingDetailsInput
  countries: readonly { code: string; name: string }[]
  answer: FormResponse | undefined
}

const required = ['billing_name', 'billing_address', 'billing_city', 'billing_country']

const cardDeclined = 'Your card was declined. Use another card.'
const unreachable =
  'We can’t reach the payment provider. Check your connection, and that no extension blocks js.stripe.com.'

export function CardForm(props: CardFormProps) {
  const { organization, fields, countries, answer } = props
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const { box, fault, isReady, isConfirming, confirm } = usePaymentElement(props)
  const submit = useSubmit()
  const { state } = useNavigation()
  useFocusFirstError(form, answer)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget)
    // A card can be sent once. Other missing fields are reported first.
    if (required.every((name) => entered.get(name) !== '')) {
      const paymentMethod = await confirm()
      if (paymentMethod === null) return
      entered.set('payment_method', paymentMethod)
    }
    submit(entered, { method: 'post' })
  }

  return (
    <Form
      ref={form}
      method="post"
      className="form"
      noValidate
      onSubmit={(event) => {
        void send(event)
      }}
    >
      <FormMessage answer={answer} />
      <input type="hidden" name="organization" value={organization} />
      <div role="alert">{fault !== null && <Banner tone="critical">{fault}</Banner>}</div>
      <div ref={box} className="card-box" aria-busy={!isReady} />
      <AddressFields fields={fields} countries={countries} answer={answer} />
      <div className="billing-acts row mt-16">
        <Button
          submit
          variant="primary"
          disabled={!isHydrated || !isReady}
          loading={isConfirming || state === 'submitting'}
        >
          Save card
        </Button>
        <BackToBilling />
      </div>
    </Form>
  )
}

export const BackToBilling = () => (
  <Link className="text-link" to="/billing">
    Back to billing
  </Link>
)

function usePaymentElement({ setup, returnUrl }: CardFormProps) {
  const { clientSecret, publishableKey, scriptUrl } = setup
  const box = useRef<HTMLDivElement>(null)
  const loaded = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null)
  const [isReady, setIsReady] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  // A new secret comes with each load, for example after a refusal: a confirmed one can’t be used again.
  useEffect(() => {
    let isGone = false
    let remove: (() => void) | undefined
    setIsReady(false)
    const mount = async () => {
      const stripe = await loadStripe(scriptUrl, publishableKey)
      if (isGone || !box.current) return
      const elements = stripe.elements({ clientSecret, locale: 'en' })
      const element = elements.create('payment')
      element.on('ready', () => {
        setIsReady(true)
      })
      element.on('loaderror', () => {
        setFault(unreachable)
      })
      element.mount(box.current)
      loaded.current = { stripe, elements }
      remove = () => {
        element.destroy()
      }
    }
    mount().catch(() => {
      setFault(unreachable)
    })
    return () => {
      isGone = true
      loaded.current = null
      remove?.()
    }
  }, [scriptUrl, publishableKey, clientSecret])

  /** Id of the stored card. Null: it isn’t stored, and the fault says why. */
  const confirm = async (): Promise<string | null> => {
    if (loaded.current === null) return null
    const { stripe, elements } = loaded.current
    setFault(null)
    setIsConfirming(true)
    try {
      const checked = await elements.submit()
      if (checked.error) return refuse(checked.error.message)
      const { error, setupIntent } = await stripe.confirmSetup({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: returnUrl },
      })
      if (error) return refuse(error.code === 'card_declined' ? cardDeclined : error.message)
      const method = setupIntent.payment_method
      return typeof method === 'string' ? method : refuse(undefined)
    } catch {
      return refuse(unreachable)
    } finally {
      setIsConfirming(false)
    }
  }

  const refuse = (sentence: string | undefined): null => {
    setFault(sentence ?? 'Your card wasn’t saved. Try again, or use another card.')
    return null
  }

  return { box, fault, isReady, isConfirming, confirm }
}
