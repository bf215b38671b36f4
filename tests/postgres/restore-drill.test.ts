/** The database goes back to a backup, and the nodes' logs bring what came since (docs/threats.md R17). */
import { expect, onTestFinished, test } from 'vitest'
import { drillRestore } from '#workshop/cluster/restore-drill.ts'
import { makeFolder, removeFolder } from '../support/folders.ts'

test('after a restore the logs of two nodes are applied once, and who was erased since then stays so', async () => {
  const folder = makeFolder()
  onTestFinished(() => {
    removeFolder(folder)
  })

  const drilled = await drillRestore({
    folder,
    log: 'file',
    events: 400,
    printLine: () => undefined,
  })

  const { missing, rows, distinct, hourly } = drilled
  expect(missing).toBeGreaterThan(100)
  expect(drilled).toMatchObject({ lost: 0, erasedRows: 0, differences: 0 })
  expect(rows).toBe(distinct)
  expect(hourly).toBe(distinct)
}, 180_000)
