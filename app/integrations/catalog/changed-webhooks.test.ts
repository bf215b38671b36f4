/** Webhooks that were changed at the service, or belong to another list, are replaced when they are looked at. */
import { expect, test } from 'vitest'
import { connect } from '#tests/integrations/callers.ts'
import { activeCampaign as campaignCase } from '#tests/integrations/cases/active-campaign.ts'
import { eventbrite as eventbriteCase } from '#tests/integrations/cases/eventbrite.ts'
import { mailchimp as mailchimpCase } from '#tests/integrations/cases/mailchimp.ts'
import { createClock } from '#tests/support/clock.ts'
import type { RestServer } from '#workshop/doubles/shops/rest-server.ts'
import { activeCampaign } from './active-campaign.ts'
import { eventbrite } from './eventbrite.ts'
import { mailchimp } from './mailchimp.ts'

const services = {
  active_campaign: [activeCampaign, campaignCase, 'url'],
  mailchimp: [mailchimp, mailchimpCase, 'url'],
  eventbrite: [eventbrite, eventbriteCase, 'endpoint_url'],
} as const

test.each([
  ['another list', 'active_campaign', { listid: 1 }],
  ['fewer events', 'active_campaign', { events: ['subscribe'] }],
  ['more sources', 'active_campaign', { sources: ['public', 'admin'] }],
  ['fewer events', 'mailchimp', { events: { subscribe: false, unsubscribe: true, cleaned: true } }],
  ['fewer sources', 'mailchimp', { sources: { user: true, admin: true, api: false } }],
  ['fewer actions', 'eventbrite', { actions: 'order.placed' }],
  ['one event alone', 'eventbrite', { event_id: '17920' }],
] as const)('%s at %s: the webhook is replaced', async (_change, name, change) => {
  const [integration, one, address] = services[name]
  const { world, caller, subscription } = await connect(integration, one, { clock: createClock() })
  const { hooks } = world.double as RestServer
  const { webhook = '' } = subscription
  const asked = hooks.get(webhook)
  hooks.set(webhook, { ...(asked as object), ...change })
  hooks.set('7', { ...(asked as object), [address]: 'https://other.example' })

  const again = await integration.subscribe?.(caller())

  expect(again?.['webhook']).not.toBe(webhook)
  expect([...hooks.keys()].sort()).toEqual(['7', again?.['webhook']].sort())
  expect(hooks.get(again?.['webhook'] ?? '')).toEqual(asked)
})
