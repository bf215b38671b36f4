/** Words that depend on who charges. Safe in the browser. */
import type { ChannelName } from './channel.ts'

/** Companies that charge in place of a card. */
export const companies: Readonly<Record<ChannelName, string | null>> = {
  free: null,
  card: null,
  shopify: 'Shopify',
  wix: 'Wix',
}

/** Why a team can't get a coupon, and what it can get. */
export const noCoupons: Readonly<Record<Exclude<ChannelName, 'card'>, string>> = {
  free: 'Card payments aren’t set up on this server, so there’s nothing to take a coupon off. Give a trial or a boost.',
  shopify:
    'This organization pays in Shopify, where coupons don’t exist: the owner approves each price as it is. Give a boost instead.',
  wix: 'This organization pays in Wix, where coupons are created in Wix alone. Give a boost instead.',
}
