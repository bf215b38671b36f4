/**
 * Rate limits by network address and site, applied before a body is read. They are bounds against
 * floods, not a price list: honest traffic stays far below (docs/threats.md T26).
 */
import { Refusal } from '#app/lib/errors.ts'
import { addressGroup, isLoopback } from './address-group.ts'
import { createTokenBuckets, type Allowance } from './token-buckets.ts'

export type Rates = { address: Allowance; siteReads: Allowance; siteReports: Allowance }

/**
 * - address: a mobile carrier puts thousands of people behind one. A page view is a read and one or
 *   two reports, so this is forty page views a second: some 4,000 people who open a page every 100
 *   s.
 * - siteReports: one process stores some 9,000 reports a second. A million visitors in ten minutes
 *   send 5,000.
 * - siteReads: a read from memory costs hardly more than its refusal; this bounds a flood's
 *   traffic.
 */
export const defaultRates: Rates = {
  address: { perSecond: 100, burst: 1_000 },
  siteReports: { perSecond: 5_000, burst: 20_000 },
  siteReads: { perSecond: 20_000, burst: 40_000 },
}

/** Some 15 MB when full. */
const maxKeys = 50_000

export type Admission = {
  /** @throws Refusal `too_many` with the time to wait */
  admit: (kind: 'read' | 'report', from: { uuid: string; address: string }) => void
}

export function createAdmission(rates: Rates): Admission {
  const addresses = createTokenBuckets({ ...rates.address, maxKeys })
  const sites = {
    read: createTokenBuckets({ ...rates.siteReads, maxKeys }),
    report: createTokenBuckets({ ...rates.siteReports, maxKeys }),
  }

  return {
    admit(kind, { uuid, address }) {
      // The address first: a sender over the limit must not use up the site's allowance as well.
      const wait = isLoopback(address)
        ? sites[kind].take(uuid)
        : addresses.take(addressGroup(address)) || sites[kind].take(uuid)
      if (wait === 0) return
      throw new Refusal('too_many', 'Too many requests. Send it again in a moment.', {
        retryAfterSeconds: wait,
      })
    },
  }
}
