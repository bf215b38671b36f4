/**
 * Rate limits by network address and site, applied before a body is read. They are bounds against
 * floods, not a price list: honest traffic stays far below (docs/threats.md T26).
 */
import { createHash } from 'node:crypto'
import { Refusal } from '#app/lib/errors.ts'
import { addressGroup, isLoopback } from '#app/lib/web/address-group.ts'
import {
  createTokenBuckets,
  type Allowance,
  type SharedBuckets,
  type TokenBuckets,
} from '#app/lib/web/token-buckets.ts'

export type Rates = {
  address: Allowance
  addressEvents: Allowance
  addressActivities: Allowance
  siteReads: Allowance
  siteReports: Allowance
}

/**
 * - address: a mobile carrier puts thousands of people behind one. A page view is a read and one or
 *   two reports, so this is forty page views a second: some 4,000 people who open a page every 100
 *   s.
 * - addressEvents: those views report some 300 events a second.
 * - addressActivities: orders, sign-ups and reviews that pages report. Hardly one person in 4,000
 * does in a second.
 * - siteReports: a million visitors in ten minutes send 5,000 a second, and one node stores some 9,000.
 *   Several nodes have this allowance together.
 * - siteReads: a read from memory costs hardly more than its refusal; this bounds a flood's
 *   traffic.
 */
export const defaultRates: Rates = {
  address: { perSecond: 100, burst: 1_000 },
  addressEvents: { perSecond: 500, burst: 10_000 },
  addressActivities: { perSecond: 2, burst: 200 },
  siteReports: { perSecond: 5_000, burst: 20_000 },
  siteReads: { perSecond: 20_000, burst: 40_000 },
}

/** Some 15 MB when full. */
const maxKeys = 50_000

export type Admission = {
  /** @throws Refusal `too_many` with the time to wait */
  admit: (kind: 'read' | 'report', from: { uuid: string; address: string }) => void
  /**
   * The content of a report, since one request can carry a hundred events.
   *
   * @throws Refusal `too_many` with the time to wait
   */
  admitEvents: (address: string, events: readonly unknown[]) => void
  /** Begins to share the allowances with other nodes (shared-takings.server.ts). */
  share: () => SharedRates
}

export type SharedRates = Readonly<Record<keyof Rates, SharedBuckets>>

export function createAdmission(rates: Rates): Admission {
  const bucketsOf = (kind: keyof Rates) => createTokenBuckets({ ...rates[kind], maxKeys })
  const buckets: Record<keyof Rates, TokenBuckets> = {
    address: bucketsOf('address'),
    addressEvents: bucketsOf('addressEvents'),
    addressActivities: bucketsOf('addressActivities'),
    siteReads: bucketsOf('siteReads'),
    siteReports: bucketsOf('siteReports'),
  }
  const { address: addresses, addressEvents, addressActivities } = buckets
  const sites = { read: buckets.siteReads, report: buckets.siteReports }

  return {
    admit(kind, { uuid, address }) {
      // The address first: a sender over the limit must not use up the site's allowance as well.
      const wait = isLoopback(address)
        ? sites[kind].take(uuid)
        : addresses.take(senderKey(address)) || sites[kind].take(uuid)
      if (wait > 0) throw tooMany(wait)
    },
    admitEvents(address, events) {
      if (isLoopback(address)) return
      const key = senderKey(address)
      const activities = events.filter(isActivity).length
      const wait =
        (activities > 0 && addressActivities.take(key, activities)) ||
        addressEvents.take(key, events.length)
      if (wait > 0) throw tooMany(wait)
    },
    share: () => ({
      address: addresses.share(),
      addressEvents: addressEvents.share(),
      addressActivities: addressActivities.share(),
      siteReads: sites.read.share(),
      siteReports: sites.report.share(),
    }),
  }
}

/** The longest text of an IPv6 address, with a zone, is shorter. */
const maxSenderChars = 64

/**
 * The network of a sender. A proxy can be trusted that lets any text through as an address, which would fill the
 * memory of all nodes.
 */
function senderKey(address: string): string {
  if (address.length <= maxSenderChars) return addressGroup(address)
  return createHash('sha256').update(address).digest('base64url')
}

/** Before it is validated. */
const isActivity = (event: unknown) =>
  typeof event === 'object' && event !== null && 'type' in event && event.type === 'activity'

const tooMany = (retryAfterSeconds: number) =>
  new Refusal('too_many', 'Too many requests. Try again in a moment.', { retryAfterSeconds })
