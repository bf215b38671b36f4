/**
 * Bounds how many addresses with an account one network can find out.
 *
 * People are logged in as soon as they have registered, before they have read an email, so the answer
 * shows whether the address had an account. Each address that a network learns this of counts once,
 * until the network has learned too many: from then on an address with an account and one without get
 * the same refusal.
 */
import { createHash } from 'node:crypto'
import { and, gt, inArray, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { rateLimits } from '#app/db/schema/accounts.ts'
import { users } from '#app/db/schema/ground.ts'
import { Refusal } from '#app/lib/errors.ts'
import { hourMillis } from '#app/lib/time.ts'
import { addressGroup } from '#app/lib/web/address-group.ts'
import { accountWithEmail } from '../account-with-email.server.ts'
import { perNetwork, refuseTooMany } from './rate-limits.server.ts'

/** Addresses with an account that a network address can find out in the window. */
const bound = { addresses: 10, millis: hourMillis }

/** The address is the login of another account. */
export class AddressTaken extends Refusal {
  /** @param field of the form, and its sentence */
  constructor(field: string, sentence: string) {
    super('invalid', addressTaken, { errors: { [field]: [sentence] } })
  }
}

export const addressTaken = 'There’s already an account with this email address.'

type Probe = {
  /** In lower case. */
  email: string
  /** The client's network address. */
  address: string
  at: Date
}

/**
 * Whether an address is the login of an account, for an answer that shows it. Requests of one network wait
 * for each other until the transaction ends, so concurrent ones are bounded as well.
 *
 * @param tx the transaction that makes the address a login. It has to commit when this is true, because
 * the count is part of it
 * @throws Refusal `too_many`, the same for every email address that the network doesn't know yet
 */
export async function findAddressTaken(
  tx: Queries,
  { email, address, at }: Probe,
): Promise<boolean> {
  const network = addressGroup(address, 48)
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`address-probe ${network}`}, 0))`,
  )
  const known = keyOf('known', `${addressGroup(address)} ${email}`)
  const counters = countersOf(address)
  const live = await tx
    .select()
    .from(rateLimits)
    .where(
      and(
        inArray(rateLimits.key, [known, ...counters.map(({ key }) => key)]),
        gt(rateLimits.expire, at.getTime()),
      ),
    )
  const isKnown = live.some(({ key }) => key === known)
  const full = counters.flatMap((counter) =>
    live.filter(({ key, points }) => key === counter.key && points >= counter.points),
  )
  if (!isKnown && full.length > 0) {
    const until = Math.max(...full.map(({ expire }) => expire ?? 0))
    throw refuseTooMany(Math.ceil((until - at.getTime()) / 1000))
  }
  const [taken] = await tx.select({ id: users.id }).from(users).where(accountWithEmail(email))
  if (taken && !isKnown) await count(tx, [known, ...counters.map(({ key }) => key)], at)
  return taken !== undefined
}

/** Like the other limits, an IPv6 network of 48 bits has several times those of 64. */
function countersOf(address: string): { key: string; points: number }[] {
  const [near, wide] = [addressGroup(address), addressGroup(address, 48)]
  return [
    { key: keyOf('64', near), points: bound.addresses },
    // Only for IPv6.
    ...(wide === near ? [] : [{ key: keyOf('48', wide), points: bound.addresses * perNetwork }]),
  ]
}

/** Only a hash is stored: anyone can type anyone's address. */
const keyOf = (kind: string, text: string) =>
  `addressProbe-${kind}:${createHash('sha256').update(text).digest('base64url')}`

/** A counter starts with the first count after its window ended. */
async function count(tx: Queries, keys: readonly string[], at: Date): Promise<void> {
  const [now, expire] = [at.getTime(), at.getTime() + bound.millis]
  const isOver = sql`coalesce(${rateLimits.expire}, 0) <= ${now}::bigint`
  await tx
    .insert(rateLimits)
    .values(keys.map((key) => ({ key, points: 1, expire })))
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then 1 else ${rateLimits.points} + 1 end`,
        expire: sql`case when ${isOver} then excluded.expire else ${rateLimits.expire} end`,
      },
    })
}
