/** Several nodes on one database know what each of them erased, in their own folders too (docs/threats.md T40). */
import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { erasures } from '#app/db/schema/erasures.ts'
import { mergeErasures, recordErasure } from '#app/domain/erasures/erasure-list.server.ts'
import { followErasures } from '#app/domain/erasures/follow-erasures.server.ts'
import { applyErasures } from '#app/domain/lifecycle/apply-erasures.server.ts'
import type { Services } from '#app/services.ts'
import { makeFolder, removeFolder } from '../../support/folders.ts'
import { createWorld } from '../../support/world.ts'

/** The same product with a folder of its own. */
function nodeOf(services: Services): Services {
  const dataDir = makeFolder()
  onTestFinished(() => {
    removeFolder(dataDir)
  })
  return { ...services, config: { ...services.config, dataDir } }
}

const listed = ({ config }: Services): string => {
  try {
    return readFileSync(path.join(config.dataDir, 'erasures'), 'utf8')
  } catch {
    return ''
  }
}

test('an erasure of one node reaches the other’s folder, and a restored database learns it from there', async () => {
  const { services } = await createWorld()
  const [eraser, other] = [nodeOf(services), nodeOf(services)]
  const following = followErasures(other, 20)
  const hash = 'ab'.repeat(32)
  await services.db.transaction((tx) =>
    recordErasure(tx, eraser, { kind: 'shopper', hash, at: new Date('2026-11-20T08:00:00Z') }),
  )

  await expect.poll(() => listed(other)).toContain(hash)
  await following.stop()
  expect(listed(eraser)).toContain(hash)

  // A restored backup from before the erasure, and without the folder of the node that erased.
  await services.db.system.delete(erasures)
  await applyErasures(other)
  const rows = await services.db.system.select().from(erasures)
  expect(rows.map(({ subjectHash }) => subjectHash.toString('hex'))).toEqual([hash])
})

test('a merge of erasures leaves equal entries alone, and keeps the later of two moments', async () => {
  const { services } = await createWorld()
  const node = nodeOf(services)
  const [same, newer] = ['ab'.repeat(32), 'cd'.repeat(32)]
  const at = new Date('2026-11-20T08:00:00Z')
  await services.db.transaction(async (tx) => {
    for (const hash of [same, newer]) await recordErasure(tx, node, { kind: 'shopper', hash, at })
  })
  const later = '2026-11-21T08:00:00.000Z'
  const file = path.join(node.config.dataDir, 'erasures')
  appendFileSync(file, `${JSON.stringify({ kind: 'shopper', hash: newer, at: later })}\n`)
  const before = await rowsOf(services)

  const merged = await mergeErasures(node)

  const after = await rowsOf(services)
  expect(merged.map((one) => [one.hash, one.at.toISOString()])).toEqual([
    [same, at.toISOString()],
    [newer, later],
  ])
  expect(after.get(same)).toEqual(before.get(same))
  expect(after.get(newer)?.at).toBe(later)
  expect(listed(node).trim().split('\n')).toHaveLength(3)
})

/** A row's version and the transaction that locked it last. */
async function rowsOf({ db }: Services) {
  const { rows } = await db.system.execute<Record<'hash' | 'version' | 'locker' | 'at', string>>(
    sql`select encode(subject_hash, 'hex') as hash, xmin::text as version, xmax::text as locker,
      to_char(erased_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from erasures`,
  )
  return new Map(rows.map((row) => [row.hash, row]))
}
