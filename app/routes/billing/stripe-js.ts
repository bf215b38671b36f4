/** Stripe.js, loaded where a card is entered or confirmed. Card numbers never reach our server. */
import type { Stripe } from '@stripe/stripe-js'

const loading = new Map<string, Promise<void>>()

/**
 * @param script URL of Stripe.js
 * @throws Error when it can't be loaded; the next call tries again
 */
export async function loadStripe(script: string, publishableKey: string): Promise<Stripe> {
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
