/** Several nodes on one database know what each of them erased, in their own folders too (docs/threats.md T40). */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { erasures } from '#app/db/schema/erasures.ts'
import { recordErasure } from '#app/domain/erasures/erasure-list.server.ts'
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
