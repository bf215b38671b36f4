/** Imported files, which the owner reviews before any of their data is used. */
import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import { imports } from '#app/db/schema/imports.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { ListOrder } from '#app/lib/list-order.ts'
import type { Services } from '#app/services.ts'
import { gateSentence } from '#app/domain/plans/gate-text.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

import { recognizePreset } from './file-presets.ts'
import { readTable, sealTable } from './file-table.server.ts'
import { importLimits, type ImportKind } from './import-kinds.ts'
import { recognizeColumns } from './match-columns.ts'
import { readFile } from './read-file.server.ts'
import { storeRows } from './import-draft.ts'
import { dayMillis } from '#app/lib/time.ts'

export type ImportState = 'waiting' | 'taken' | 'thrown'

export type ImportLine = {
  uuid: string
  kind: ImportKind
  fileName: string
  state: ImportState
  /** Null unless it was imported. */
  taken: number | null
  createdAt: Date
  finishedAt: Date | null
}

const maxListed = 50

export const ofImport = (site: SiteScope, uuid: string) =>
  and(inSite(imports, site), eq(imports.uuid, uuid))

/** When an undecided import is discarded automatically. */
export const endOfWaiting = (createdAt: Date): Date =>
  new Date(createdAt.getTime() + importLimits.waitingDays * dayMillis)

/** Newest first. */
/** Sort keys of the list. */
export const importOrderKeys = ['file', 'uploaded', 'imported'] as const
export type ImportOrder = ListOrder<(typeof importOrderKeys)[number]>

const importOrders: Record<ImportOrder['by'], SQL> = {
  file: sql`lower(${imports.fileName})`,
  uploaded: sql`${imports.createdAt}`,
  imported: sql`coalesce(${imports.taken}, 0)`,
}

/** As many as fit a screen, the first in this order. */
export async function listImports(
  { db }: Services,
  site: SiteScope,
  { by, isDescending }: ImportOrder = { by: 'uploaded', isDescending: true },
): Promise<ImportLine[]> {
  const direction = isDescending ? desc : asc
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({
        uuid: imports.uuid,
        kind: imports.kind,
        fileName: imports.fileName,
        taken: imports.taken,
        createdAt: imports.createdAt,
        finishedAt: imports.finishedAt,
      })
      .from(imports)
      .where(inSite(imports, site))
      .orderBy(direction(importOrders[by]), direction(imports.id))
      .limit(maxListed),
  )
  return rows.map((row) => ({ ...row, state: stateOf(row) }))
}

export const stateOf = ({ taken, finishedAt }: Pick<ImportLine, 'taken' | 'finishedAt'>) => {
  if (finishedAt === null) return 'waiting' as const
  return taken === null ? ('thrown' as const) : ('taken' as const)
}

type Given = { kind: ImportKind; fileName: string; bytes: Buffer; userId: number }

/**
 * Reads the file by its column names and keeps the result until the owner decides. Nudges don't use
 * any of it yet.
 *
 * @returns the uuid of the import
 * @throws Refusal `invalid` with a message at the file
 */
export async function beginImport(
  services: Services,
  site: SiteScope,
  { kind, fileName, bytes, userId }: Given,
): Promise<string> {
  const {
    db,
    now,
    security: { secrets },
  } = services
  const needed = (await readEntitlements(services, site)).neededPlan('datafeed')
  if (needed !== null) throw refuseField('', gateSentence(needed))
  const uuid = randomUUID()
  const table = await readTable(secrets, bytes)
  const preset = recognizePreset(kind, table.names)
  const places = recognizeColumns(kind, table.names, preset)
  const timeZone = await db.asTeam(site, (tx) => readTimeZone(tx, site))
  const { names, encoding, skippedLines } = table
  const read = readFile(table, { kind, places, preset, timeZone, dayOrder: null })
  const { isDayOrderOpen, ...found } = read
  const rows = storeRows({
    ...found,
    head: {
      names,
      places,
      preset: preset?.id ?? null,
      encoding,
      skippedLines,
      dayOrder: { isOpen: isDayOrderOpen, choice: null },
    },
    table: sealTable(secrets, { names, rows: table.rows }, uuid),
  })
  return db.asTeam(site, async (tx) => {
    await lockSite(tx, site)
    const [waiting] = await tx
      .select({ total: count() })
      .from(imports)
      .where(and(inSite(imports, site), isNull(imports.finishedAt)))
    if ((waiting?.total ?? 0) >= importLimits.maxWaiting) {
      throw refuseField(
        'file',
        `You already have ${String(importLimits.maxWaiting)} files waiting for review. Import or discard one first.`,
      )
    }
    await tx.insert(imports).values({
      uuid,
      teamId: site.teamId,
      siteId: site.siteId,
      userId,
      kind,
      fileName: nameOf(fileName),
      rows,
      createdAt: now(),
    })
    return uuid
  })
}

const maxFileName = 120

/** Sent by a browser and shown on screens. */
const nameOf = (given: string): string =>
  given
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, maxFileName)
    .toWellFormed() || 'file.csv'

export async function readTimeZone(tx: Queries, site: SiteScope): Promise<string> {
  const [row] = await tx.select({ timeZone: sites.timeZone }).from(sites).where(inSite(sites, site))
  return row?.timeZone ?? 'UTC'
}

/** Doesn't affect rows that were imported. Can be repeated. @throws Refusal `not_found` */
export async function discardImport(
  { db, now }: Services,
  site: SiteScope,
  uuid: string,
): Promise<ImportState> {
  return db.asTeam(site, async (tx) => {
    await tx
      .update(imports)
      .set({ rows: [], finishedAt: now() })
      .where(and(ofImport(site, uuid), isNull(imports.finishedAt)))
    const [row] = await tx
      .select({ taken: imports.taken, finishedAt: imports.finishedAt })
      .from(imports)
      .where(ofImport(site, uuid))
    if (!row) throw new Refusal('not_found', noImport)
    return stateOf(row)
  })
}

export const noImport = 'Import not found.'

/** Empties imports that no one decided about. Returns how many there were. */
export async function sweepImports({ db, now }: Services): Promise<number> {
  const at = now()
  const limit = new Date(at.getTime() - importLimits.waitingDays * dayMillis)
  const swept = await db.system
    .update(imports)
    .set({ rows: [], finishedAt: at })
    .where(and(isNull(imports.finishedAt), lt(imports.createdAt, limit)))
    .returning({ id: imports.id })
  return swept.length
}
