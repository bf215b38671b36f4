/** Every integration that is built, by name. */
import type { AnyIntegration } from './integration.ts'
import { wordpress } from './catalog/wordpress.ts'

export const integrations: readonly AnyIntegration[] = [wordpress]

/** Undefined: it isn't built. */
export const findIntegration = (name: string): AnyIntegration | undefined =>
  integrations.find((one) => one.name === name)
