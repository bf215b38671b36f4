/** Stores many reports of pages in one statement, each of which has an outcome. */
import type pg from 'pg'
import { queryRepeatedly } from './query-repeatedly.server.ts'

/**
 * Longer than any healthy batch takes. The server's statement timeout doesn't help when the server
 * hangs.
 */
const answerMillis = 5_000

/**
 * @param statement gets the rows as JSON, and returns `place` and `fate` of each
 * @returns in the order of the rows. A row without a fate is a duplicate
 */
export async function storeReports<Fate extends string>(
  pool: pg.Pool,
  statement: { name: string; text: string },
  rows: readonly { place: number }[],
): Promise<(Fate | 'duplicate')[]> {
  const query = { ...statement, values: [JSON.stringify(rows)], query_timeout: answerMillis }
  const stored = await queryRepeatedly<{ place: number; fate: Fate }>(pool, query)
  const fates = new Map(stored.map(({ place, fate }) => [place, fate]))
  return rows.map(({ place }) => fates.get(place) ?? 'duplicate')
}
