/** Stripe.js, loaded where a card is entered or confirmed. Card numbers never reach our server. */

type StripeError = { message?: string }

/** The part of Stripe.js that is used. */
export type StripeJs = {
  elements: (options: {
    clientSecret: string
    appearance?: object
    locale?: string
  }) => StripeElements
  confirmSetup: (options: {
    elements: StripeElements
    redirect: 'if_required'
    confirmParams: { return_url: string }
  }) => Promise<{
    error?: StripeError
    setupIntent?: { payment_method?: unknown }
  }>
  handleNextAction: (options: { clientSecret: string }) => Promise<{ error?: StripeError }>
}

export type StripeElements = {
  create: (type: 'payment', options?: object) => StripeElement
  /** Checks what was entered. */
  submit: () => Promise<{ error?: StripeError }>
}

export type StripeElement = {
  mount: (place: HTMLElement) => void
  destroy: () => void
  on: (event: 'ready' | 'loaderror', listener: () => void) => unknown
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => StripeJs
  }
}

const loading = new Map<string, Promise<void>>()

/**
 * @param script URL of Stripe.js
 * @throws Error when it can't be loaded; the next call tries again
 */
export async function loadStripe(script: string, publishableKey: string): Promise<StripeJs> {
  const pending = loading.get(script) ?? loadScript(script)
  loading.set(script, pending)
  try {
    await pending
  } catch (error) {
    loading.delete(script)
    throw error
  }
  if (!window.Stripe) throw new Error('Stripe.js is not what was loaded.')
  return window.Stripe(publishableKey)
}

const loadScript = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => {
      resolve()
    }
    script.onerror = () => {
      script.remove()
      reject(new Error('Stripe.js can’t be loaded.'))
    }
    document.head.append(script)
  })
