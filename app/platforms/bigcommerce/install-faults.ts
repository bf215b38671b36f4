/** Why the app doesn't open for a store, and how to go on. Safe in the browser. */
import { productName } from '#app/lib/product.ts'

const again = `Open ${productName} from your store’s control panel, under Apps.`

export const installFaults = {
  code: {
    title: 'This install link was used',
    sentence: 'Links of an install work once and for a short time. Start the install again.',
  },
  scope: {
    title: 'Some permissions are missing',
    sentence: `${productName} needs all the permissions that the install lists. Install the app again and confirm them.`,
  },
  payload: {
    title: 'This page isn’t from your store',
    sentence: `The address was changed, or is for another app. ${again}`,
  },
  stale: {
    title: 'This page was opened too long ago',
    sentence: `Addresses of your control panel work for 10 minutes. ${again}`,
  },
  outside: {
    title: `${productName} opens in your control panel`,
    sentence: again,
  },
  gone: {
    title: 'There’s no data for this store',
    sentence: `Its organization was deleted, or the install didn’t finish. Uninstall ${productName} in your control panel, then install it again.`,
  },
  ended: {
    title: 'Log in with your password',
    sentence: `Your account has a password now, so your store’s control panel no longer opens it. Log in at ${productName}’s website. Under Account › Devices you can allow your control panel again.`,
  },
  seats: {
    title: 'This organization is full',
    sentence: 'Its plan doesn’t include more members. Ask its owner to upgrade or to remove one.',
  },
  away: {
    title: 'BigCommerce didn’t answer',
    sentence: 'Nothing was changed. Wait a minute, then install the app again.',
  },
  unknown: {
    title: 'The app didn’t open',
    sentence: again,
  },
} as const satisfies Record<string, { title: string; sentence: string }>

export type InstallFault = keyof typeof installFaults

/** @param reason of an address, which anyone may have written */
export const readInstallFault = (reason: string | null): InstallFault =>
  reason !== null && Object.hasOwn(installFaults, reason) ? (reason as InstallFault) : 'unknown'
