/** The owner's word on which column of a file is what: the file is read anew by it. */
import { and, isNull } from 'drizzle-orm'
import { imports } from '#app/db/schema/index.ts'
import { Refusal, type FieldErrors } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { validateChoice } from './file-columns.ts'
import { openTable } from './file-table.server.ts'
import { noImport, ofImport, readTimeZone, stateOf, type ImportState } from './imports.server.ts'
import { readFile } from './read-file.server.ts'
import { readRows, storeRows } from './import-draft.ts'

type Choice = {
  uuid: string
  /** As the form says it: by the names of our fields, the place of a column or nothing. */
  typed: Readonly<Record<string, string>>
}

/**
 * What is taken in afterwards is what was read with these columns. A file that is done stays as it is.
 *
 * @throws Refusal `not_found`, or `invalid` with sentences at the fields
 */
export async function chooseColumns(
  { db, secrets }: Services,
  site: SiteScope,
  { uuid, typed }: Choice,
): Promise<ImportState> {
  const found = await db.asTeam(site, async (tx) => {
    const [row] = await tx.select().from(imports).where(ofImport(site, uuid))
    return row && { ...row, timeZone: await readTimeZone(tx, site) }
  })
  if (!found) throw new Refusal('not_found', noImport)
  const { kind, timeZone } = found
  const state = stateOf(found)
  if (state !== 'waiting') return state

  const { head, table: sealed } = readRows(found.rows)
  if (sealed === null) throw refuse({ '': ['Bring the file again to choose its columns.'] })
  const validated = validateChoice({ kind, names: head.names, typed })
  if (!validated.ok) throw refuse(validated.errors)

  const { places } = validated
  const read = readFile(openTable(secrets, sealed, uuid), { kind, places, timeZone })
  const rows = storeRows({ ...read, head: { names: head.names, places }, table: sealed })
  return db.asTeam(site, async (tx) => {
    const isWaiting = isNull(imports.finishedAt)
    await tx
      .update(imports)
      .set({ rows })
      .where(and(ofImport(site, uuid), isWaiting))
    const [row] = await tx
      .select({ taken: imports.taken, finishedAt: imports.finishedAt })
      .from(imports)
      .where(ofImport(site, uuid))
    if (!row) throw new Refusal('not_found', noImport)
    return stateOf(row)
  })
}

const refuse = (errors: FieldErrors) =>
  new Refusal('invalid', 'The columns can not be read like this.', { errors })
