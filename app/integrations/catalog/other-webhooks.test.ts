/** Accounts in which other programs have webhooks, too: more than one page of them. */
import { expect, test } from 'vitest'
import type { BatteryCase } from '#tests/integrations/battery-case.ts'
import { connect } from '#tests/integrations/callers.ts'
import { activeCampaign as activeCampaignCase } from '#tests/integrations/cases/active-campaign.ts'
import { eventbrite as eventbriteCase } from '#tests/integrations/cases/eventbrite.ts'
import { createClock } from '#tests/support/clock.ts'
import type { RestServer } from '#workshop/doubles/shops/rest-server.ts'
import type { AnyIntegration } from '../integration.ts'
import { activeCampaign } from './active-campaign.ts'
import { eventbrite } from './eventbrite.ts'

const others = Array.from({ length: 150 }, (_one, nth) => `https://other.example/${String(nth)}`)

test.each<[string, AnyIntegration, BatteryCase, number]>([
  ['ActiveCampaign', activeCampaign, activeCampaignCase, 150],
  // Five pages of the double.
  ['Eventbrite', eventbrite, eventbriteCase, 9],
])(
  '%s: a webhook behind those of others is found again',
  async (_name, integration, one, count) => {
    const { world, caller } = await connect(integration, one, { clock: createClock() })
    const { hooks } = world.double as RestServer
    const ours = [...hooks]
    hooks.clear()
    for (const url of others.slice(0, count)) {
      hooks.set(`other-${url}`, { url, endpoint_url: url, listid: 4, actions: '' })
    }
    for (const [id, hook] of ours) hooks.set(id, hook)

    await integration.subscribe?.(caller())

    expect(hooks.size).toBe(count + ours.length)
  },
)
