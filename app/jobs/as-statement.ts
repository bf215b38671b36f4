/** Statements of pg-boss in a transaction of Drizzle. */
import { sql, type SQL } from 'drizzle-orm'

/** The library's SQL with its values, for a transaction of ours. */
export const asStatement = (text: string, values: unknown[]): SQL =>
  sql.join(
    text
      .split(/\$(\d+)/)
      .map((part, index) =>
        index % 2 === 0 ? sql.raw(part) : valueOf(values[Number(part) - 1] ?? null),
      ),
  )

/** Texts stay texts: a wait in seconds is cast to a moment in a branch that is for moments alone. */
const valueOf = (value: unknown): SQL =>
  typeof value === 'string' ? sql`${sql.param(value)}::text` : sql`${sql.param(value)}`
