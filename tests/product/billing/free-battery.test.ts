import { freeChannel } from '#app/domain/billing/free-channel.ts'
import { planOf } from '../../support/wix/wix-world.ts'
import { testChannel } from './channel-battery.ts'

const abilities = {
  charges: false,
  previewsSwitch: false,
  resumes: false,
  switches: false,
  cancels: false,
  sells: false,
  takesCoupons: false,
}

const nothing = () => Promise.resolve()

testChannel('free', abilities, () =>
  Promise.resolve({
    channel: freeChannel,
    customer: { teamId: 7, providerId: '7' },
    stranger: { teamId: 8, providerId: '8' },
    plans: [planOf('plus'), planOf('genius')],
    // No one is asked, and no provider can fail.
    answer: nothing,
    answerPurchase: nothing,
    advance: nothing,
    fail: () => undefined,
    heal: () => undefined,
  }),
)
