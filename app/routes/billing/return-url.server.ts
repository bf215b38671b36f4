import type { Config } from '#app/config.server.ts'
import type { Channel } from '#app/domain/plans/catalog.ts'

/** Pages that a provider returns to. */
export const returnPages = ['success', 'add-ons', 'visitor-boost', 'canceled'] as const
export type ReturnPage = (typeof returnPages)[number]

type Returning = { channel: Channel; page: ReturnPage }

/**
 * Where a provider returns to. It names no payment: the page asks the provider what was paid. A shop's
 * owner returns into the shop's admin.
 */
export const returnUrlOf = ({ appUrl }: Pick<Config, 'appUrl'>, { channel, page }: Returning) =>
  channel === 'shopify' ? `${appUrl}/shopify/billing/success` : `${appUrl}/billing/returned/${page}`
