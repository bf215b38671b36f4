import { sql, type SQL } from 'drizzle-orm'
import { sites } from '#app/db/schema/ground.ts'

/** In a query on `sites`: nothing is shown at this moment. */
export const isPausedAt = (at: Date): SQL<boolean> => sql<boolean>`(${sites.pausedAt} is not null
  and (${sites.pausedUntil} is null or ${sites.pausedUntil} > ${at.toISOString()}::timestamptz))`
