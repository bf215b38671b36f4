/** Which part of a sale an account reports: a shop its orders, a payment service what was paid. */
import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AnyIntegration } from '#app/integrations/integration.ts'
import { findIntegration, integrations } from '#app/integrations/registry.ts'

export type SalePart = 'order' | 'payment'

const partOf = ({ category }: AnyIntegration): SalePart | null => {
  if (category === 'shop') return 'order'
  return category === 'payments' ? 'payment' : null
}

/**
 * By the service that an account of activities names, see the column of that name. Null: its activities
 * are whole sales, as those of the REST API.
 */
export function salePartOf(account: string): SalePart | null {
  const service = findIntegration(account.split(':', 1)[0] ?? '')
  return service ? partOf(service) : null
}

/** Whether the account of a row reports that part. */
export const isOfPart = (account: PgColumn | SQL, part: SalePart): SQL => {
  const names = integrations.filter((one) => partOf(one) === part).map(({ name }) => name)
  return sql`split_part(${account}, ':', 1) in (${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )})`
}
