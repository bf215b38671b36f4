/**
 * Rate limits by network address and site, applied before a body is read. They are bounds against
 * floods, not a price list: honest traffic stays far below (docs/threats.md T26).
 */
import { Refusal } from '#app/lib/errors.ts'
import { addressGroup, isLoopback } from '#app/lib/web/address-group.ts'
import { createTokenBuckets, type Allowance } from '#app/lib/web/token-buckets.ts'

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
 * - siteReports: one process stores some 9,000 reports a second. A million visitors in ten minutes
 *   send 5,000.
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
}

export function createAdmission(rates: Rates): Admission {
  const addresses = createTokenBuckets({ ...rates.address, maxKeys })
  const contents = {
    events: createTokenBuckets({ ...rates.addressEvents, maxKeys }),
    activities: createTokenBuckets({ ...rates.addressActivities, maxKeys }),
  }
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
      if (wait > 0) throw tooMany(wait)
    },
    admitEvents(address, events) {
      if (isLoopback(address)) return
      const key = addressGroup(address)
      const activities = events.filter(isActivity).length
      const wait =
        (activities > 0 && contents.activities.take(key, activities)) ||
        contents.events.take(key, events.length)
      if (wait > 0) throw tooMany(wait)
    },
  }
}

/** Before it is validated. */
const isActivity = (event: unknown) =>
  typeof event === 'object' && event !== null && 'type' in event && event.type === 'activity'

const tooMany = (retryAfterSeconds: number) =>
  new Refusal('too_many', 'Too many requests. Try again in a moment.', { retryAfterSeconds })
