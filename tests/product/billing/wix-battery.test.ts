/** The battery of all channels, with a site in the double of Wix. */
import { expect } from 'vitest'
import { createWixWorld, planOf } from '../../support/wix/wix-world.ts'
import { testChannel } from './channel-battery.ts'

const abilities = {
  charges: true,
  previewsSwitch: false,
  resumes: false,
  switches: true,
  cancels: false,
  sells: false,
  takesCoupons: false,
  managedAt: expect.stringMatching(/\/account\/subscriptions$/) as string,
}

testChannel('Wix', abilities, async () => {
  const world = await createWixWorld()
  const { wix, customer, channel } = world
  const { customer: stranger } = await world.wixTeam()
  return {
    channel,
    customer,
    stranger,
    plans: [planOf('lite1'), planOf('genius1')],
    async answer(run, answer) {
      const step = await run()
      // The outage is of what the product calls, not of the page for the merchant.
      wix.heal()
      if (step.kind === 'redirect') await world.answer(step.url, answer)
    },
    answerPurchase: () => Promise.reject(new Error('Nothing else is sold at Wix.')),
    async endThere() {
      wix.end(customer.providerId)
      await wix.settle()
    },
    async advance(millis) {
      world.clock.advance(millis)
      await wix.settle()
    },
    fail(outage, answers) {
      wix.failAfter(answers, outage === 'before' ? 'hang up' : 'lose the answer')
    },
    heal: wix.heal,
  }
})
