import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildLogWriter, killWriter } from '#tests/support/event-log/start-log-writer.ts'
import { openFileLog } from './file-log.server.ts'

const kills = 5

test('a writer is killed again and again: everything that it acknowledged is read, once and in order', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'footfall-log-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true })
  })
  const script = await buildLogWriter(root)
  const folder = path.join(root, 'log')

  for (let kill = 1; kill <= kills; kill += 1) {
    const acknowledged = await killWriter(script, folder, 40 * kill)
    const log = openFileLog(folder)
    const streams = await log.adopt()
    const numbers: number[] = []
    for (const stream of streams) {
      const reader = log.read(stream, 0)
      const batch = await reader.read(Infinity)
      for (const { body } of batch?.groups ?? []) {
        numbers.push((JSON.parse(body) as { number: number }).number)
      }
      await reader.close()
      await log.trim(stream, numbers.length, Infinity)
    }
    await log.close()

    expect(streams).toHaveLength(1)
    expect(numbers).toEqual(Array.from(numbers, (_number, at) => at + 1))
    expect(acknowledged).toBeGreaterThanOrEqual(40 * kill)
    // The last one may have been kept without an answer.
    expect([acknowledged, acknowledged + 1]).toContain(numbers.length)
  }
})
