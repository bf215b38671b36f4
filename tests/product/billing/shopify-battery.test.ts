/** The battery of all channels, with a shop of the demo store. */
import { findPlan, type Plan } from '#app/domain/plans/catalog.ts'
import { findTeamOfShop } from '#app/domain/shops/shops.server.ts'
import { createShopBillingWorld } from '#tests/support/shopify/billing-world.ts'
import { testChannel } from './channel-battery.ts'

const planOf = (id: string): Plan => {
  const plan = findPlan(id)
  if (!plan) throw new Error(`There is no plan ${id}.`)
  return plan
}

const abilities = {
  charges: true,
  previewsSwitch: false,
  resumes: false,
  switches: true,
  cancels: true,
  sells: true,
  takesCoupons: false,
}

testChannel('Shopify', abilities, async () => {
  const world = await createShopBillingWorld()
  const { services, shop, store } = world
  const other = store.shops.find(({ state }) => state.domain !== shop.state.domain)
  if (!other) throw new Error('There is one shop only.')
  await world.openApp(other)
  const team = await findTeamOfShop(services, other.state.domain)
  if (!team) throw new Error('The other shop has no organization.')
  return {
    channel: world.channel,
    customer: world.customer,
    stranger: { teamId: team.teamId, providerId: other.state.domain },
    plans: [planOf('lite-shopify'), planOf('genius-shopify')],
    async answer(run, answer) {
      const step = await run()
      if (step.kind === 'redirect') await world.answer(step.url, answer)
    },
    async answerPurchase(url, answer) {
      await world.answer(url, answer)
    },
    advance(millis) {
      world.clock.advance(millis)
      return Promise.resolve()
    },
    fail: (outage, answers) => {
      shop.apiFaults.failAll(outage === 'before' ? 'hang up' : 'lose the answer', answers)
    },
    heal: () => {
      shop.apiFaults.failAll(null)
    },
  }
})
