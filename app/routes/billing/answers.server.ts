import type { BillingStep } from '#app/domain/billing/channel.ts'
import { askProvider } from '#app/domain/billing/ask-provider.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { Refusal } from '#app/lib/errors.ts'
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

/** Asks the provider for its facts. The reason, as a sentence, if it can’t be asked; null: they are stored. */
export async function readAgain(services: Services, scope: TeamScope): Promise<string | null> {
  try {
    await askProvider(services, scope, () => syncBilling(services, scope))
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.warn({ err: error, teamId: scope.teamId }, 'a payment wasn’t confirmed')
    return error.message
  }
}
