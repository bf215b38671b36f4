/** Why a shop answers no calls, for its people. Safe in the browser. */

/**
 * Only the merchant or Shopify can change it: https://shopify.dev/docs/api/usage/response-codes (402,
 * 403, 404 and 423). `permission`: the merchant hasn't accepted an access scope, or took it back.
 */
export type ClosedReason = 'forbidden' | 'frozen' | 'locked' | 'gone' | 'permission'

/** `sentence` also says what to do, and is complete without the title. */
export const closedShops: Readonly<Record<ClosedReason, { title: string; sentence: string }>> = {
  frozen: {
    title: 'Your shop is frozen',
    sentence:
      'Shopify has frozen your shop because a bill is open. Pay it in Shopify, then try again.',
  },
  locked: {
    title: 'Your shop is locked',
    sentence: 'Shopify has locked your shop. Ask Shopify Support to unlock it, then try again.',
  },
  gone: {
    title: 'Shopify can’t find your shop',
    sentence:
      'Shopify can’t find your shop. Check in Shopify that it’s still open, then try again.',
  },
  permission: {
    title: 'The app needs your permission',
    sentence:
      'Shopify doesn’t let the app read this part of your shop. Open the app from your shop’s admin and accept its permissions.',
  },
  forbidden: {
    title: 'Your shop is unavailable',
    sentence:
      'Shopify doesn’t let the app use your shop right now. Check your shop’s status in Shopify, then open the app again.',
  },
}

/** When the app was removed, or its tokens ended. A visit of the shop's staff brings new ones. */
export const accessEnded =
  'The app’s access to your shop has ended. Open the app again from your shop’s admin.'

/** For failures of Shopify, which pass. */
export const shopifyAway = 'Shopify isn’t answering. Try again in a minute.'

/** While the shop's calls are used up, by this app or by others. */
export const shopBusy = 'Your shop is too busy at Shopify right now. Try again in a minute.'
