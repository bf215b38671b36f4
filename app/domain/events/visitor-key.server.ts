/**
 * Distinguishes visitors without storing anything in their browsers. A key is derived from what
 * every request contains and a random daily salt, which is destroyed afterwards. No one, including
 * us, can then link two days to one person (docs/decisions/0008-visitor-key.md).
 */
import { randomBytes } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import type { Database } from '#app/db/db.ts'
import { visitorSalts } from '#app/db/schema/events.ts'
import { withTimeout } from '#app/lib/async/with-timeout.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import { isPromise, type MaybePromise } from '#app/lib/async/maybe-promise.ts'
import { dayMillis, dayOf, minuteMillis } from '#app/lib/time.ts'
import { createDayKeys, keyBytes, type DayKeys } from './day-keys.ts'

const saltBytes = 32

/** Browsers send 70 to 250 characters; some apps on a phone add as many again. */
export const maxUserAgentLength = 512

/** Once a day a page view needs the database for the new salt, which may hang. */
const saltMillis = 2_000

type VisitorFacts = {
  siteUuid: string
  address: string
  userAgent: string
  /** First-party id of a visitor who consented. If present, the key only depends on it. */
  consentId?: string | undefined
  at: Date
}

export type VisitorKeys = {
  /** 16 evenly distributed bytes. The same visitor has different keys on different sites. */
  of: (facts: VisitorFacts) => MaybePromise<Buffer>
}

type Parts = { db: Database; secrets: Secrets }

/** Milliseconds. Timers follow this clock, whatever day the product believes in. */
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- a test's clock moves no timer
const readMachineClock = () => Date.now()

export function createVisitorKeys({ db, secrets }: Parts): VisitorKeys {
  /** Today's, and for a moment those of a day whose last reports are still being stored. */
  const days = new Map<string, MaybePromise<DayKeys>>()
  let today = { from: 0, day: '' }

  function keysOn(at: Date): MaybePromise<DayKeys> {
    const isToday = at.getTime() >= today.from && at.getTime() < today.from + dayMillis
    if (!isToday)
      today = {
        from: Math.floor(at.getTime() / dayMillis) * dayMillis,
        day: dayOf(at),
      }
    const { day } = today
    const known = days.get(day)
    if (known) return known
    const endsAt = readMachineClock() + today.from + dayMillis - at.getTime()
    const reading = withTimeout(readSalt(db, day), saltMillis).then(createDayKeys)
    days.set(day, reading)
    reading.then(
      (keys) => {
        days.set(day, keys)
        dropAt(endsAt, day)
      },
      // Failed reads aren't cached.
      () => days.delete(day),
    )
    return reading
  }

  /**
   * The salt and the texts of its keys leave the memory when their day ends, also without a further visitor.
   * Looks again every minute, because timers don’t run while a machine sleeps.
   */
  function dropAt(endsAt: number, day: string): void {
    const left = endsAt - readMachineClock()
    if (left <= 0) days.delete(day)
    else
      setTimeout(
        () => {
          dropAt(endsAt, day)
        },
        Math.min(left, minuteMillis),
      ).unref()
  }

  return {
    of({ siteUuid, address, userAgent, consentId, at }) {
      if (consentId !== undefined) {
        const print = secrets.fingerprint(`${siteUuid} ${consentId}`, 'visitor')
        return marked(Buffer.from(print.slice(0, keyBytes * 2), 'hex'), 1)
      }
      // Neither an address nor a header contains a line break, so two visitors never produce the
      // same text.
      const text = `${siteUuid}\n${address}\n${userAgent}`
      const keys = keysOn(at)
      return isPromise(keys) ? keys.then((keyOf) => marked(keyOf(text), 0)) : marked(keys(text), 0)
    },
  }
}

/**
 * The lowest bit of the first byte says whether the visitor consented. A visitor who consents while
 * a page is open has both keys, and counts must not treat them as two.
 */
function marked(key: Buffer, hasAgreed: 0 | 1): Buffer {
  key[0] = ((key[0] ?? 0) & 0xfe) | hasAgreed
  return key
}

/** The day's salt, created by the first process that needs it. */
async function readSalt(db: Database, day: string): Promise<Buffer> {
  const [known] = await findSalt(db, day)
  if (known) return known.salt
  await db.system
    .insert(visitorSalts)
    .values({ day, salt: randomBytes(saltBytes) })
    .onConflictDoNothing()
  const [made] = await findSalt(db, day)
  if (!made) throw new Error('The salt of the day was removed while it was made.')
  return made.salt
}

const findSalt = (db: Database, day: string) =>
  db.system.select({ salt: visitorSalts.salt }).from(visitorSalts).where(eq(visitorSalts.day, day))

/** Destroys the salts from before yesterday. */
export async function sweepSalts({ db, now }: { db: Database; now: () => Date }): Promise<void> {
  const yesterday = dayOf(new Date(now().getTime() - dayMillis))
  await db.system.delete(visitorSalts).where(lt(visitorSalts.day, yesterday))
}
