import type { BillingStep } from '#app/domain/billing/channel.ts'
import type { Services } from '#app/services.ts'
import type { PaymentStep } from './payment-step.tsx'

/** The browser's next step. Null: nothing, the provider did it, or its bank is still at it. */
export function paymentStep(services: Services, step: BillingStep): PaymentStep | null {
  if (step.kind === 'done' || step.kind === 'processing') return null
  if (step.kind === 'redirect') return { leave: step.url }
  const { card } = services.billing
  if (card === null) throw new Error('A payment by card was started without the card channel.')
  const { publishableKey, scriptUrl } = card
  return { authenticate: { clientSecret: step.clientSecret, publishableKey, scriptUrl } }
}
