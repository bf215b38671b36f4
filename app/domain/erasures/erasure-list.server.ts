/**
 * Who was erased, as keyed hashes only. Stored in the database, and also in a file next to it,
 * because yesterday's backup doesn't contain today's erasures.
 */
import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Queries, Transaction } from '#app/db/db.ts'
import { erasures } from '#app/db/schema/erasures.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'
import type { Services } from '#app/services.ts'

/** Rows of one statement. */
const batch = 1_000

type ErasedKind = 'user' | 'team' | 'site' | 'shopper' | 'activity'

export type Erasure = {
  kind: ErasedKind
  /** Hex digits: 64, or 32 for a visitor's key. */
  hash: string
  at: Date
}

/**
 * After a restore an id can be assigned again. Together with its time of creation it identifies one
 * row permanently, without identifying a person.
 */
export const hashOfRow = (
  secrets: Secrets,
  kind: 'user' | 'team' | 'site',
  { id, createdAt }: { id: number; createdAt: Date },
): string => secrets.fingerprint(`${kind} ${String(id)} ${String(createdAt.getTime())}`, 'erasure')

/**
 * Adds an erasure to the list, in the transaction that erases. The file is written after the commit. If that
 * fails, the next `mergeErasures` adds the entry to it.
 */
export async function recordErasure(
  tx: Transaction,
  services: Pick<Services, 'config'>,
  erasure: Erasure,
): Promise<void> {
  await recordErasures(tx, services, [erasure])
}

/** The same for several. */
export async function recordErasures(
  tx: Transaction,
  services: Pick<Services, 'config'>,
  listed: readonly Erasure[],
): Promise<void> {
  for (let at = 0; at < listed.length; at += batch) {
    await storeErasures(tx, listed.slice(at, at + batch))
  }
  if (listed.length > 0) tx.afterCommit(() => appendErasures(services, listed))
}

const listLock = sql`hashtextextended('erased people', 0)`

/**
 * For a report of a connection, before it reads the list: erasures of people wait until it's stored, or are
 * listed before it reads. Held until the end of the transaction; take it after the site's own locks.
 */
export const erasuresHold: SQL = sql`pg_advisory_xact_lock_shared(${listLock})`

/**
 * Adds a person to the list in a transaction of its own, when all reports that didn't see the entry are
 * stored: what was received until then is to be erased.
 */
export async function listPerson(
  services: Pick<Services, 'config' | 'db' | 'now'>,
  hash: string,
): Promise<void> {
  await services.db.longTransaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${listLock})`)
    await recordErasure(tx, services, { kind: 'shopper', hash, at: services.now() })
  })
}

const keyOf = ({ kind, hash }: Erasure) => `${kind} ${hash}`

const byKey = (one: Erasure, other: Erasure) =>
  Number(keyOf(one) > keyOf(other)) - Number(keyOf(one) < keyOf(other))

/** Who is erased again is so as of the later moment: of what was reported in between as well. */
async function storeErasures(queries: Queries, listed: readonly Erasure[]): Promise<void> {
  await queries
    .insert(erasures)
    .values(
      // Sorted, so that two nodes wait for each other instead of deadlocking.
      listed.toSorted(byKey).map(({ kind, hash, at }) => ({
        kind,
        subjectHash: Buffer.from(hash, 'hex'),
        erasedAt: at,
      })),
    )
    .onConflictDoUpdate({
      target: [erasures.kind, erasures.subjectHash],
      set: { erasedAt: sql`excluded.erased_at` },
      setWhere: sql`${erasures.erasedAt} < excluded.erased_at`,
    })
}

/** Writes where no restore of the database reaches. */
async function appendErasures(
  { config }: Pick<Services, 'config'>,
  listed: readonly Erasure[],
): Promise<void> {
  const lines = listed.map(
    ({ kind, hash, at }) => `${JSON.stringify({ kind, hash, at: at.toISOString() })}\n`,
  )
  await appendFile(fileOf(config), lines.join(''), { mode: 0o600 })
}

/**
 * Merges table and file, and returns all entries. Writes only what one of them lacks: a row that stays as it
 * is would be locked as well.
 *
 * @param signal ends the merge between two steps
 */
export async function mergeErasures(services: Services, signal?: AbortSignal): Promise<Erasure[]> {
  const { db, config } = services
  const inFile = await readErasures(config)
  const inTable = await listErasures(services)
  const merged = latestOf([...inTable, ...inFile])
  const lacking = missingIn(inTable, merged)
  for (let from = 0; from < lacking.length; from += batch) {
    signal?.throwIfAborted()
    await storeErasures(db.system, lacking.slice(from, from + batch))
  }
  signal?.throwIfAborted()
  const unwritten = missingIn(inFile, merged)
  if (unwritten.length > 0) await appendErasures(services, unwritten)
  return merged
}

async function listErasures({ db }: Services): Promise<Erasure[]> {
  const rows = await db.system.select().from(erasures)
  return rows.map(({ kind, subjectHash, erasedAt }) => ({
    kind,
    hash: subjectHash.toString('hex'),
    at: erasedAt,
  }))
}

function latestOf(listed: readonly Erasure[]): Erasure[] {
  const latest = new Map<string, Erasure>()
  for (const erasure of listed) {
    const subject = `${erasure.kind} ${erasure.hash}`
    const known = latest.get(subject)
    if (!known || known.at < erasure.at) latest.set(subject, erasure)
  }
  return [...latest.values()]
}

function missingIn(list: readonly Erasure[], all: readonly Erasure[]): Erasure[] {
  const known = new Set(list.map(entryOf))
  return all.filter((erasure) => !known.has(entryOf(erasure)))
}

const entryOf = ({ kind, hash, at }: Erasure) => `${kind} ${hash} ${at.toISOString()}`

const line = z.object({
  kind: z.enum(['user', 'team', 'site', 'shopper', 'activity']),
  hash: z.string().regex(/^([0-9a-f]{64}|[0-9a-f]{32})$/),
  at: z.iso.datetime().transform((text) => new Date(text)),
})

/**
 * If the process died while writing, the file may end with half a line. The table has the entry.
 */
async function readErasures(config: Services['config']): Promise<Erasure[]> {
  const text = await readFile(fileOf(config), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return ''
    throw error
  })
  return text.split('\n').flatMap((one) => {
    const parsed = line.safeParse(readJson(one))
    return parsed.success ? [parsed.data] : []
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const fileOf = ({ dataDir }: Services['config']) => path.join(dataDir, 'erasures')
