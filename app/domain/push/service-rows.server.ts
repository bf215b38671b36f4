/** Push services that subscriptions have, which the sending goes through one by one. */
import type { Queries } from '#app/db/db.ts'
import { pushServices } from '#app/db/schema/push.ts'

/** @param queries as the system: services belong to no team */
export async function noteServices(
  queries: Queries,
  hosts: readonly string[],
  at: Date,
): Promise<void> {
  const named = [...new Set(hosts)].sort()
  if (named.length === 0) return
  await queries
    .insert(pushServices)
    .values(named.map((host) => ({ host, updatedAt: at })))
    .onConflictDoNothing()
}
