/** Where the card provider's webhooks have to arrive, and what its settings lack for that. */
import type { EndpointFindings, EndpointIssue } from '#app/db/schema/billing.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'

/** Below the product's URL. */
export const cardHookPath = '/hooks/stripe'

/** An endpoint for webhooks as the provider has it. */
export type HookEndpoint = {
  /** The provider's id. */
  id: string
  url: string
  /** Otherwise nothing is sent to it. */
  isEnabled: boolean
  /** Types of the events that are sent to it. */
  events: 'all' | readonly string[]
  /** The version that events are written in. Null: the account's default. */
  apiVersion: string | null
}

/** The provider's side of our webhook. */
export type CardEndpoints = {
  /** Types of the events that have to be sent. Others are stored and change nothing. */
  neededEvents: readonly string[]
  /** The API version that is asked for in calls. */
  apiVersion: string
  /**
   * All of the account, also those of other products. Null: the key isn't allowed to read them.
   *
   * @throws TryLater, BadRecord or ChargeRefused, as BillingChannel says
   */
  list: () => Promise<HookEndpoint[] | null>
}

/**
 * Compares the provider's endpoints with what the product needs. An endpoint is ours by its URL.
 *
 * @param url where webhooks have to arrive
 * @param endpoints null: the key isn't allowed to read them
 */
export function findEndpointIssues(
  { neededEvents, apiVersion: ourVersion }: Omit<CardEndpoints, 'list'>,
  url: string,
  endpoints: readonly HookEndpoint[] | null,
): EndpointFindings {
  const only = (issue: EndpointIssue) => ({ issues: [issue], otherVersions: [] })
  if (endpoints === null) return only({ kind: 'unreadable' })
  const ours = endpoints.filter((one) => placeOf(one.url) === placeOf(url))
  if (ours.length === 0) return only({ kind: 'missing' })
  const enabled = ours.filter(({ isEnabled }) => isEnabled)
  if (enabled.length === 0) return only({ kind: 'disabled', endpoints: ours.map(({ id }) => id) })
  const ids = enabled.map(({ id }) => id)
  const issues: EndpointIssue[] = []
  if (enabled.length > 1) issues.push({ kind: 'several', endpoints: ids })
  // With several enabled, which of them has our signing secret can't be read. Events that one lacks may come
  // from another.
  const lacking = neededEvents.filter((event) => !enabled.some((one) => gets(one, event)))
  if (lacking.length > 0) issues.push({ kind: 'events', endpoints: ids, events: lacking })
  const versions = new Set(enabled.map(({ apiVersion }) => apiVersion))
  versions.delete(ourVersion)
  return { issues, otherVersions: [...versions] }
}

const gets = ({ events }: HookEndpoint, event: string): boolean =>
  events === 'all' || events.includes(event)

/** Whether events don't arrive because of it. Otherwise they may, or nothing is known of them. */
export const keepsEventsAway = ({ kind }: EndpointIssue): boolean =>
  kind === 'missing' || kind === 'disabled' || kind === 'events'

/** The same for all addresses of one place. Null: it's no address of the web. */
function placeOf(address: string): string | null {
  const url = parseWebAddress(address)
  return url && url.origin + url.pathname.replace(/\/$/, '')
}
