/**
 * The part of Stripe.js that the product uses, in place of https://js.stripe.com: a Payment Element with
 * one field, and a dialog where a bank would ask the card's owner.
 */
import { testCards } from './cards.ts'

/** @param url origin of the double */
export const stripeScript = (url: string): string =>
  `window.Stripe = (${createStripe.toString()})(${JSON.stringify(url)}, ${JSON.stringify(
    Object.entries(testCards).map(([name, { number }]) => ({ name, number })),
  )})`

type Intent = { id?: string; status: string; client_secret?: string }
type Answer = { error?: { message: string; code?: string; type?: string } } & Partial<Intent>

/** Runs in the page: it may use nothing from outside of itself. */
function createStripe(url: string, cards: readonly { name: string; number: string }[]) {
  const element = <K extends keyof HTMLElementTagNameMap>(
    name: K,
    fields: object,
    ...children: Node[]
  ) => {
    const created = document.createElement(name)
    Object.assign(created, fields)
    created.append(...children)
    return created
  }

  const post = async (
    key: string,
    {
      secret,
      step,
      fields = {},
    }: { secret: string; step: string; fields?: Record<string, string> },
  ): Promise<Answer> => {
    const id = secret.split('_secret_')[0] ?? ''
    const kind = id.startsWith('seti') ? 'setup_intents' : 'payment_intents'
    const body = new URLSearchParams({ key, client_secret: secret, ...fields })
    const response = await fetch(`${url}/v1/${kind}/${id}/${step}`, { method: 'POST', body })
    return (await response.json()) as Answer
  }

  /** Whether the owner confirms. */
  const askOwner = () =>
    new Promise<boolean>((resolve) => {
      const answerWith = (isOwner: boolean) => () => {
        dialog.close()
        dialog.remove()
        resolve(isOwner)
      }
      const dialog = element(
        'dialog',
        { ariaLabel: '3D Secure' },
        element('p', { textContent: 'Your bank asks whether this is you.' }),
        element('button', { type: 'button', textContent: 'Complete', onclick: answerWith(true) }),
        element('button', { type: 'button', textContent: 'Fail', onclick: answerWith(false) }),
      )
      document.body.append(dialog)
      dialog.showModal()
    })

  const finish = async (key: string, secret: string, answer: Answer): Promise<Answer> => {
    if (answer.error || answer.status !== 'requires_action') return answer
    const isOwner = await askOwner()
    const result = isOwner ? 'success' : 'failure'
    const after = await post(key, { secret, step: 'authenticate', fields: { result } })
    if (isOwner || after.error) return after
    const message = 'We are unable to authenticate your payment method.'
    return {
      error: {
        type: 'invalid_request_error',
        code: 'setup_intent_authentication_failure',
        message,
      },
    }
  }

  type Elements = { clientSecret: string; number: () => string }

  const createElements = ({ clientSecret }: { clientSecret: string }) => {
    const options = cards.map(({ name, number }) =>
      element('option', { value: number, label: name }),
    )
    const input = element('input', {
      name: 'number',
      autocomplete: 'off',
      inputMode: 'numeric',
      required: true,
      style: 'padding: 6px 12px; border: 1px solid #8a8a8a; border-radius: 8px; font: inherit',
    })
    const list = element('datalist', { id: 'stripe-test-cards' }, ...options)
    input.setAttribute('list', list.id)
    const style = 'display: grid; gap: 4px; max-width: 40rem'
    const label = element('label', { style }, new Text('Card number '), input)
    const box = element('div', {}, label, list)
    const listeners = new Map<string, ((event: unknown) => void)[]>()
    const emit = (name: string, event: unknown) => {
      for (const listener of listeners.get(name) ?? []) listener(event)
    }
    const payment = {
      mount(target: string | HTMLElement) {
        const place = typeof target === 'string' ? document.querySelector(target) : target
        place?.append(box)
        setTimeout(() => {
          emit('ready', { elementType: 'payment' })
        })
      },
      unmount() {
        box.remove()
      },
      destroy() {
        box.remove()
      },
      on(name: string, listener: (event: unknown) => void) {
        listeners.set(name, [...(listeners.get(name) ?? []), listener])
        return payment
      },
      off() {
        return payment
      },
      update() {},
      focus() {
        input.focus()
      },
    }
    input.addEventListener('input', () => {
      emit('change', {
        elementType: 'payment',
        complete: input.value.length > 11,
        empty: !input.value,
      })
    })
    return {
      clientSecret,
      number: () => input.value,
      create: () => payment,
      getElement: () => payment,
      update() {},
      submit: () => {
        const error = { type: 'validation_error', message: 'Your card number is incomplete.' }
        return Promise.resolve(input.value ? {} : { error })
      },
    }
  }

  return (key: string) => ({
    elements: createElements,
    async confirmSetup({ elements, clientSecret }: { elements?: Elements; clientSecret?: string }) {
      const secret = clientSecret ?? elements?.clientSecret ?? ''
      const fields = { 'payment_method_data[card][number]': elements?.number() ?? '' }
      const answer = await post(key, { secret, step: 'confirm', fields })
      const { error, ...setupIntent } = await finish(key, secret, answer)
      return error ? { error } : { setupIntent }
    },
    async confirmPayment({
      elements,
      clientSecret,
    }: {
      elements?: Elements
      clientSecret?: string
    }) {
      const secret = clientSecret ?? elements?.clientSecret ?? ''
      const { error, ...paymentIntent } = await finish(
        key,
        secret,
        await post(key, { secret, step: 'confirm' }),
      )
      return error ? { error } : { paymentIntent }
    },
    async handleNextAction({ clientSecret: secret }: { clientSecret: string }) {
      const { error, ...paymentIntent } = await finish(
        key,
        secret,
        await post(key, { secret, step: 'confirm' }),
      )
      return error ? { error } : { paymentIntent }
    },
  })
}
