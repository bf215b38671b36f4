/** Purchases inserted directly, for tests of what happens to them. */
import { randomUUID } from 'node:crypto'
import { activities } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { TestSite } from './makers.ts'

type Purchase = typeof activities.$inferInsert

/** Stores one purchase from a minute ago, showable by default. Returns its id. */
export async function storePurchase(
  { db, now }: Services,
  { scope }: TestSite,
  wanted: Partial<Purchase> = {},
): Promise<number> {
  const [row] = await db.system
    .insert(activities)
    .values({
      teamId: scope.teamId,
      siteId: scope.siteId,
      kind: 'purchase',
      externalId: randomUUID(),
      source: 'rest_api',
      trust: 'signed',
      firstName: 'Ann',
      city: 'Utrecht',
      country: 'NL',
      productTitle: 'Blue Kettle',
      isShowable: true,
      bodyHash: 'none',
      occurredAt: new Date(now().getTime() - 60_000),
      receivedAt: now(),
      ...wanted,
    })
    .returning({ id: activities.id })
  if (!row) throw new Error('The purchase was not stored.')
  return row.id
}
