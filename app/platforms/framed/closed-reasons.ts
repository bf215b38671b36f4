/** Why the app doesn't open in a frame, in words. */
import { productName } from '#app/lib/product.ts'

export const closedReasons = {
  session: {
    title: 'Your session has ended',
    sentence: `Open ${productName} in your dashboard again.`,
  },
  outside: {
    title: `${productName} opens in your dashboard`,
    sentence: 'This page works there alone.',
  },
  removed: {
    title: `${productName} isn’t installed`,
    sentence: 'Install the app in your dashboard, then open it.',
  },
  unjoined: {
    title: 'Setup isn’t finished',
    sentence: `Finish setting up ${productName} for this store, then open it again.`,
  },
  member: {
    title: 'You’re not in this organization',
    sentence: `Ask its owner to invite you by email. You then log in at ${productName}’s website.`,
  },
  left: {
    title: 'This page is from before you were removed',
    sentence: `If you may use ${productName} again, open it in your dashboard.`,
  },
  used: {
    title: 'This page was opened before',
    sentence: `Each opening in your dashboard works once. Open ${productName} there again.`,
  },
  deleted: {
    title: 'Your account was deleted',
    sentence: `You can uninstall ${productName} in your dashboard.`,
  },
} as const satisfies Record<string, { title: string; sentence: string }>

export type ClosedReason = keyof typeof closedReasons

/** Anyone can write an address: other words mean that the session has ended. */
export const readClosedReason = (word: string | null): ClosedReason =>
  word !== null && Object.hasOwn(closedReasons, word) ? (word as ClosedReason) : 'session'
