/** The card channel is one of the channels. */
import { ChargeRefused } from '#app/domain/billing/channel.ts'
import type { ChannelWorld } from '../../support/billing/channel-world.ts'
import { testChannel } from './channel-battery.ts'
import { createCardDesk } from '../../support/billing/card-desk.ts'

async function createCardChannelWorld(): Promise<ChannelWorld> {
  const desk = await createCardDesk()
  const { stripe, channel, customer } = desk
  const stranger = await desk.createCustomer(2)
  const visa = stripe.giveCard(customer.providerId, 'visa')
  return {
    channel,
    customer,
    stranger,
    plans: [desk.plan('plus'), desk.plan('genius')],
    async answer(run, answer) {
      stripe.changeCard(visa, answer === 'approve' ? 'succeeds' : 'declines')
      const outcome = await run().catch((error: unknown) => error)
      stripe.changeCard(visa, 'succeeds')
      const isDeclined = outcome instanceof ChargeRefused && outcome.reason === 'card'
      if (answer === 'decline' && isDeclined) return
      if (outcome instanceof Error) throw outcome
    },
    async answerPurchase(url, answer) {
      const body = new URLSearchParams({ choice: answer === 'approve' ? 'pay' : 'decline' })
      await fetch(url, { method: 'POST', body, redirect: 'manual' })
    },
    advance: desk.advance,
    fail(outage, answers) {
      stripe.failAfter(answers, outage === 'before' ? 'hang up' : 'lose the answer')
    },
    heal: stripe.heal,
  }
}

const all = {
  charges: true,
  previewsSwitch: true,
  resumes: true,
  switches: true,
  cancels: true,
  sells: true,
  takesCoupons: true,
}

testChannel('card', all, createCardChannelWorld)
