/** The other part of a sale that a shop and a payment service report. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { ConnectableName } from '#app/contract/integrations.ts'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/index.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { feedColumns } from './activity-feed.server.ts'

export type Sale =
  | {
      part: 'payment'
      /** The shop's order, by our UUID and by the number that people see at the shop. */
      order: { uuid: string; number: string; service: ConnectableName | null }
    }
  | { part: 'order'; payments: { uuid: string; service: ConnectableName | null }[] }
  /** A payment that a member keeps separate from its order. */
  | { part: 'apart' }

type SaleRow = { id: number; sameSaleAs: number | null; isKeptApart: boolean }

/** Null: no other part is known. */
export async function readSale(
  tx: Queries,
  site: SiteScope,
  { id, sameSaleAs, isKeptApart }: SaleRow,
): Promise<Sale | null> {
  if (isKeptApart) return { part: 'apart' }
  const found = await tx
    .select({
      uuid: activities.uuid,
      number: sql<string>`coalesce(${activities.orderNumber}, ${activities.externalId})`,
      service: feedColumns.service,
    })
    .from(activities)
    .where(
      and(
        inSite(activities, site),
        sameSaleAs === null ? eq(activities.sameSaleAs, id) : eq(activities.id, sameSaleAs),
      ),
    )
    .orderBy(asc(activities.id))
  const [first] = found
  if (!first) return null
  if (sameSaleAs !== null) return { part: 'payment', order: first }
  return { part: 'order', payments: found.map(({ uuid, service }) => ({ uuid, service })) }
}
