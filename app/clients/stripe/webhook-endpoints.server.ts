/** Endpoints for webhooks, as they were set up in Stripe's dashboard. */
import { z } from 'zod'
import type { CardEndpoints } from '#app/domain/billing/endpoint/find-endpoint-issues.ts'
import { webhookEvents } from './events.server.ts'
import { apiVersion, isForbidden, type StripeClient } from './stripe-client.server.ts'

const endpointShape = z.object({
  id: z.string(),
  url: z.string(),
  status: z.string(),
  enabled_events: z.array(z.string()),
  api_version: z.string().nullable(),
})

/** Leaves out events that Stripe wants to be selected one by one. Which those are isn't published. */
const everything = '*'

export const createEndpoints = ({ ask }: StripeClient): CardEndpoints => ({
  neededEvents: webhookEvents,
  apiVersion,
  list: () =>
    ask(async (stripe) => {
      const all: z.output<typeof endpointShape>[] = []
      try {
        for await (const one of stripe.webhookEndpoints.list({ limit: 100 })) {
          all.push(endpointShape.parse(one))
        }
      } catch (error) {
        if (!isForbidden(error)) throw error
        return null
      }
      return all.map(({ id, url, status, enabled_events: events, api_version: version }) => ({
        id,
        url,
        // A status that isn't known yet takes nothing away.
        isEnabled: status !== 'disabled',
        events: events.includes(everything) ? 'all' : events,
        apiVersion: version,
      }))
    }),
})
