/** Applies the owner's choice of columns to an import by reading the file again. */
import { and, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { imports } from '#app/db/schema/imports.ts'
import { Refusal, type FieldErrors } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { findPreset } from './file-presets.ts'
import { openTable } from './file-table.server.ts'
import { recognizeColumns, validateChoice } from './match-columns.ts'
import { noImport, ofImport, readTimeZone, stateOf, type ImportState } from './imports.server.ts'
import { readFile } from './read-file.server.ts'
import { readRows, storeRows } from './import-draft.ts'

type Choice = {
  uuid: string
  /**
   * As sent by the form: field name to column index, or empty; `preset`, what the file is: one that
   * differs from before chooses the columns itself; and `day_order`, how its dates are read.
   */
  typed: Readonly<Record<string, string>>
}

/**
 * The import then contains what was read with these columns. Finished imports don't change.
 *
 * @throws Refusal `not_found`, or `invalid` with messages at the fields
 */
export async function chooseColumns(
  { db, security: { secrets } }: Services,
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
  if (sealed === null) throw refuse({ '': ['Upload the file again to match its columns.'] })
  const { names } = head
  const preset = findPreset(kind, typed['preset'] ?? head.preset)
  const isOther = (preset?.id ?? null) !== head.preset
  const validated = isOther
    ? { ok: true as const, places: recognizeColumns(kind, names, preset) }
    : validateChoice({ kind, names, typed })
  if (!validated.ok) throw refuse(validated.errors)

  const { places } = validated
  const order = dayOrder.safeParse(typed['day_order'] ?? head.dayOrder.choice)
  const choice = order.success ? order.data : null
  const table = openTable(secrets, sealed, uuid)
  const { isDayOrderOpen, ...read } = readFile(table, {
    kind,
    places,
    preset,
    timeZone,
    dayOrder: choice,
  })
  const rows = storeRows({
    ...read,
    head: {
      ...head,
      places: { ...places },
      preset: preset?.id ?? null,
      dayOrder: { isOpen: isDayOrderOpen, choice },
    },
    table: sealed,
  })
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

const dayOrder = z.enum(['month-first', 'day-first'])

const refuse = (errors: FieldErrors) =>
  new Refusal('invalid', 'These column matches don’t work.', { errors })
