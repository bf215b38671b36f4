/** Failures as they concern the owner of a connection. */
import type { z } from 'zod'
import type { AnyIntegration, FieldMeta } from '#app/integrations/integration.ts'
import { Intercepted, TryLater } from '#app/lib/web/provider-errors.ts'

/** Its form has an address, which can be a wrong one, and whose server can be the owner's. */
export const asksForAddress = ({ settings }: Pick<AnyIntegration, 'settings'>): boolean =>
  Object.values(settings.shape).some((field: z.ZodType) =>
    /address|\bURL\b/i.test((field.meta() as Partial<FieldMeta> | undefined)?.label ?? ''),
  )

/**
 * A page or a redirect at an address that only the service itself has. Its customers have no firewall and no new
 * address there, so for them it's a fault that passes. Other errors are returned as they are.
 */
export const forOwner = (error: unknown, integration: Pick<AnyIntegration, 'settings'>): unknown =>
  error instanceof Intercepted && !asksForAddress(integration)
    ? new TryLater(error.message, error.at, error.reply)
    : error
