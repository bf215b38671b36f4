/** Stripe's library without its pauses. */
import Stripe from 'stripe'
import { vi } from 'vitest'

type Library = { getInitialNetworkRetryDelay: () => number }

/** Until the test ends, retries a failed call immediately instead of after half a second. */
export function retryAtOnce(): void {
  const library = Stripe.prototype as unknown as Library
  vi.spyOn(library, 'getInitialNetworkRetryDelay').mockReturnValue(0.005)
}
