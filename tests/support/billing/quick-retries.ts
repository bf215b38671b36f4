/** Stripe's library without its pauses. */
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { skipPauses } from './skip-pauses.ts'

/** Until the test ends, retries a failed call immediately instead of after half a second. */
export function retryAtOnce(): void {
  onTestFinished(skipPauses(Stripe))
}
