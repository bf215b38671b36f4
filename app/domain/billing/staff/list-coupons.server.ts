/** Lists the coupons that staff gave. */
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { teams, users } from '#app/db/schema/ground.ts'
import { staffActs } from '#app/db/schema/accounts.ts'
import { givenCoupons } from '#app/db/schema/billing.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import type { CouponTerms } from '../channels/coupon.ts'

export type GivenCoupon = {
  id: number
  code: string
  terms: CouponTerms
  state: 'open' | 'used' | 'revoked'
  at: Date
  /** When it was used or revoked. */
  endedAt: Date | null
  team: { id: number; name: string }
  /** Null: the account no longer exists. */
  staff: string | null
  /** The newest action of staff on the team. */
  lastActId: number
}

type Wanted = {
  /** Absent: of all teams. */
  team?: TeamScope
  /** The one with this code. Absent: all. */
  code?: string
  /** Id of the last coupon of the page before. */
  before?: number | null
  size: number
}

const couponColumns = {
  id: givenCoupons.id,
  code: givenCoupons.code,
  percentOff: givenCoupons.percentOff,
  amountOffCents: givenCoupons.amountOffCents,
  duration: givenCoupons.duration,
  months: givenCoupons.months,
  usedAt: givenCoupons.usedAt,
  revokedAt: givenCoupons.revokedAt,
  at: givenCoupons.createdAt,
}

/** Newest first. `next` is the id to continue after; null on the last page. */
export async function listGivenCoupons(
  { db }: Pick<Services, 'db'>,
  { team, code, before = null, size }: Wanted,
): Promise<{ coupons: GivenCoupon[]; next: number | null }> {
  const rows = await db.system
    .select({
      ...couponColumns,
      team: { id: teams.id, name: teams.name },
      staff: users.name,
      lastActId: sql`coalesce((
        select max(act.id) from ${staffActs} as act where act.team_id = ${givenCoupons.teamId}
      ), 0)`.mapWith(Number),
    })
    .from(givenCoupons)
    .innerJoin(teams, eq(teams.id, givenCoupons.teamId))
    .leftJoin(users, eq(users.id, givenCoupons.staffId))
    .where(
      and(
        team && inTeam(givenCoupons, team),
        code === undefined ? undefined : eq(givenCoupons.code, code),
        before === null ? undefined : lt(givenCoupons.id, before),
      ),
    )
    .orderBy(desc(givenCoupons.id))
    .limit(size + 1)
  const shown = rows.slice(0, size)
  return {
    coupons: shown.map(
      ({ usedAt, revokedAt, percentOff, amountOffCents, duration, months, ...rest }) => ({
        ...rest,
        terms: { percentOff, amountOffCents, duration, months },
        state: usedAt ? 'used' : revokedAt ? 'revoked' : 'open',
        endedAt: usedAt ?? revokedAt,
      }),
    ),
    next: rows.length > size ? (shown.at(-1)?.id ?? null) : null,
  }
}
