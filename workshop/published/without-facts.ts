import type { ConnectableName } from '#app/contract/integrations.ts'

/** Integrations whose requests aren’t compared with published facts here, and why. */
export const withoutFacts: Partial<Record<ConnectableName, string>> = {
  reviews_io: 'REVIEWS.io publishes nothing about its API that programs can read',
  smart_webhook: 'It only receives',
}
