import type { Services } from '#app/services.ts'

/** Where the words still occur, in any case: table and row, across the whole database. */
export async function findWordsIn(
  { pool }: Pick<Services, 'pool'>,
  words: readonly string[],
): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    // Partitions are read through their parent.
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace in ('public'::regnamespace, to_regnamespace('pgboss'))
       and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select whole::text as row from ${name} whole`,
    )
    for (const { row } of rows) {
      if (words.some((word) => row.toLowerCase().includes(word))) found.push(`${name}: ${row}`)
    }
  }
  return found
}
