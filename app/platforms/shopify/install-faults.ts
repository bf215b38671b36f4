/** Why the app doesn't open for a shop, and how to go on. Safe in the browser. */

import { closedShops } from '#app/domain/shops/closed-shop.ts'

type Sentences = { title: string; sentence: string }

export const installFaults = {
  shop: {
    title: 'This isn’t a Shopify shop',
    sentence: 'The link doesn’t name a shop on myshopify.com. Open the app from your shop’s admin.',
  },
  signature: {
    title: 'This link isn’t from Shopify',
    sentence: 'The link was changed or is incomplete. Open the app from your shop’s admin.',
  },
  expired: {
    title: 'This link has expired',
    sentence: 'Links from Shopify work for 90 seconds. Open the app from your shop’s admin.',
  },
  'other-shop': {
    title: 'You’re logged in to another shop',
    sentence:
      'Your session in Shopify belongs to another shop. Open the app from your shop’s admin.',
  },
  removed: {
    title: 'You no longer have access',
    sentence: 'You were removed from this shop’s organization. Ask its owner to invite you again.',
  },
  ended: {
    title: 'Connect your account to go on',
    sentence:
      'The login through this shop’s admin has ended, for example because of a new password. Connect an account that is a member of the shop’s organization.',
  },
  deleted: {
    title: 'Account deleted',
    sentence: 'Everything about you was erased. Opening the app again creates a new account.',
  },
  session: {
    title: 'Your session didn’t start',
    sentence:
      'Shopify’s session for this app wasn’t accepted. Wait a minute, then open the app from your shop’s admin again.',
  },
  ...closedShops,
  unknown: {
    title: 'The app didn’t open',
    sentence: 'Open the app from your shop’s admin again.',
  },
} as const satisfies Record<string, Sentences>

export type InstallFault = keyof typeof installFaults

/** @param reason of an address, which anyone may have written */
export const readInstallFault = (reason: string | null): InstallFault =>
  reason !== null && Object.hasOwn(installFaults, reason) ? (reason as InstallFault) : 'unknown'
