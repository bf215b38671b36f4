import { ChargeRefused, type BillingChannel } from './channel.ts'

const refuse = () => Promise.reject(new ChargeRefused('other', 'Nothing can be bought here.'))

/** No one charges: card payments aren't set up on this server. Teams keep what staff gave them. */
export const freeChannel: BillingChannel = {
  name: 'free',
  abilities: {
    charges: false,
    previewsSwitch: false,
    resumes: false,
    switches: false,
    cancels: false,
    sells: false,
    takesCoupons: false,
  },
  listSubscriptions: () => Promise.resolve([]),
  subscribe: refuse,
  previewSwitch: () => Promise.resolve(null),
  switchPlan: refuse,
  cancel: refuse,
  resume: refuse,
  endNow: () => Promise.resolve(),
  sell: refuse,
  readPurchase: () => Promise.resolve(null),
}
