/** Failures as they concern the owner of a connection. */
import type { z } from 'zod'
import type { AnyIntegration, FieldMeta } from '#app/integrations/integration.ts'
import { Intercepted, TryLater } from '#app/lib/web/provider-errors.ts'

type Addressed = Pick<AnyIntegration, 'settings' | 'isSelfHosted' | 'isAggregated'>

/** Its form has an address, which can be a wrong one. */
export const asksForAddress = ({ settings }: Pick<AnyIntegration, 'settings'>): boolean =>
  Object.values(settings.shape).some((field: z.ZodType) =>
    /address|\bURL\b/i.test((field.meta() as Partial<FieldMeta> | undefined)?.label ?? ''),
  )

/**
 * Whether the owner can do something about it: a page on a server that the service's customers choose, or a
 * redirect from an address that they enter. An aggregator is called in place of the address of a page.
 */
export const isForOwner = ({ by }: Intercepted, integration: Addressed): boolean =>
  by === 'page'
    ? integration.isSelfHosted === true
    : asksForAddress(integration) && integration.isAggregated !== true

/**
 * A page or a redirect of the service itself: its customers have no firewall and no new address there, so for
 * them it's a fault that passes. Other errors are returned as they are.
 */
export const forOwner = (error: unknown, integration: Addressed): unknown =>
  error instanceof Intercepted && !isForOwner(error, integration)
    ? new TryLater(error.message, error.at, error.reply)
    : error
