/** Why the app doesn't open for a site in Wix, and how to go on. Safe in the browser. */
import { productName } from '#app/lib/product.ts'

export const errorPath = '/wix/auth/error'

type Sentences = { title: string; sentence: string }

export const wixFaults = {
  instance: {
    title: 'This link isn’t from Wix, or has expired',
    sentence: `Open ${productName} from your site’s dashboard in Wix again.`,
  },
  outside: {
    title: `${productName} opens in Wix`,
    sentence: 'Open your site’s dashboard in Wix and choose the app there.',
  },
  person: {
    title: 'Only the site’s team can open the app',
    sentence: 'Log in to Wix as someone who manages this site, then open the app again.',
  },
  removed: {
    title: 'The app isn’t installed on this site',
    sentence: `Install ${productName} from the Wix App Market, then open it again.`,
  },
  away: {
    title: 'Wix didn’t answer',
    sentence: 'We need Wix to finish your setup. Wait a minute, then open the app again.',
  },
  seats: {
    title: 'This organization is full',
    sentence: 'Its plan doesn’t include more members. Ask its owner to upgrade or to remove one.',
  },
  ended: {
    title: 'Log in with your password',
    sentence: `Your account has a password now, so Wix no longer opens it. Log in at ${productName}’s website. Under Account › Devices you can allow Wix again.`,
  },
  state: {
    title: 'This install link was used or has expired',
    sentence: 'Install links work once and for 30 minutes. Start the installation again.',
  },
  account: {
    title: 'You’re logged in to another account',
    sentence:
      'Log in with the account that you started the installation with, then start it again.',
  },
  role: {
    title: 'Only the owner can connect a site in Wix',
    sentence: 'Wix then bills this organization. Ask its owner to connect the site.',
  },
  joined: {
    title: 'This site belongs to another organization',
    sentence: 'Open it in Wix, or ask the owner of that organization to invite you.',
  },
  pays: {
    title: 'This organization can’t move to Wix',
    sentence:
      'It has another site in Wix, a Shopify shop or a paid plan. Cancel the plan first, or create another organization.',
  },
  plan: {
    title: 'Your plan doesn’t include another site',
    sentence: 'Upgrade or remove a site, then start the installation again.',
  },
  unknown: {
    title: 'The app didn’t open',
    sentence: `Open ${productName} from your site’s dashboard in Wix again.`,
  },
} as const satisfies Record<string, Sentences>

export type WixFault = keyof typeof wixFaults

/** @param reason of an address, which anyone may have written */
export const readWixFault = (reason: string | null): WixFault =>
  reason !== null && Object.hasOwn(wixFaults, reason) ? (reason as WixFault) : 'unknown'
