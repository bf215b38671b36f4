/**
 * The parameters by which the server recognizes a page in a frame, and the shop that it belongs to. A
 * link of ours has none of them. Every address that a frame loads keeps them: after a navigation
 * (the platform's host), for a reload (`Host.reload`) and in a redirect (the platform's `Frame`).
 */
import type { PlatformName } from './platform-name.ts'

/** For an admin without a script of its own: `ticket` proves the person to the next document, once. */
const ofSession = ['shell', 'tenant', 'ticket'] as const

export const frameParameters = {
  standalone: [],
  shopify: ['shop', 'host', 'embedded'],
  wix: ofSession,
  bigcommerce: ofSession,
} as const satisfies Record<PlatformName, readonly string[]>
