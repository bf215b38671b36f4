/** Why the app doesn't open for a shop, and how to go on. Safe in the browser. */

type Sentences = { title: string; sentence: string }

export const installFaults = {
  shop: {
    title: 'This isn’t a Shopify shop',
    sentence:
      'The address doesn’t name a shop on myshopify.com. Enter your shop’s domain to go on.',
  },
  signature: {
    title: 'This link isn’t from Shopify',
    sentence: 'The link was changed or is incomplete. Enter your shop’s domain to open the app.',
  },
  expired: {
    title: 'This link has expired',
    sentence: 'Links from Shopify work for 90 seconds. Enter your shop’s domain to get a new one.',
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
  deleted: {
    title: 'Account deleted',
    sentence: 'Everything about you was erased. Opening the app again creates a new account.',
  },
  closed: {
    title: 'Your shop is unavailable',
    sentence:
      'Shopify doesn’t let apps use this shop right now. Check its plan and status in Shopify, then open the app again.',
  },
  unknown: {
    title: 'The app didn’t open',
    sentence: 'Enter your shop’s domain to try again.',
  },
} as const satisfies Record<string, Sentences>

export type InstallFault = keyof typeof installFaults

/** @param reason of an address, which anyone may have written */
export const readInstallFault = (reason: string | null): InstallFault =>
  reason !== null && Object.hasOwn(installFaults, reason) ? (reason as InstallFault) : 'unknown'
