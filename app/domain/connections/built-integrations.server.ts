/** The integrations that are built, for screens that offer them. */
import type { AnyIntegration } from '#app/integrations/integration.ts'
import { findIntegration } from '#app/integrations/registry.ts'

/** Null: it isn't built. */
export const builtIntegration = (name: string): AnyIntegration | null =>
  findIntegration(name) ?? null
