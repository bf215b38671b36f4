/** The numbers on the kiosk's first screen. */
import { sql } from 'drizzle-orm'
import { sites, teams, users } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'

export type KioskOverview = { users: number; teams: number; sites: number }

export async function readKioskOverview({ db }: Services): Promise<KioskOverview> {
  const [row] = await db.system
    .select({
      users: sql<number>`(select count(*) from ${users})`.mapWith(Number),
      teams: sql<number>`(select count(*) from ${teams})`.mapWith(Number),
      sites: sql<number>`(select count(*) from ${sites})`.mapWith(Number),
    })
    .from(sql`(select 1) as one`)
  return row ?? { users: 0, teams: 0, sites: 0 }
}
