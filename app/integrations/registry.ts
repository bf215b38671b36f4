/** Every integration that is built, by name. */
import type { AnyIntegration } from './integration.ts'
import { smartWebhook } from './catalog/smart-webhook.ts'
import { wordpress } from './catalog/wordpress.ts'

export const integrations: readonly AnyIntegration[] = [wordpress, smartWebhook]

/** Undefined: it isn't built. */
export const findIntegration = (name: string): AnyIntegration | undefined =>
  integrations.find((one) => one.name === name)
