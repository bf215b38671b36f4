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
    const acknowledged = await killWriter({ script, folder, events: 60 * kill })
    const log = openFileLog(folder)
    const streams = await log.adopt()
    const [stream = ''] = streams
    const reader = log.read(stream, 0)
    const batch = await reader.read(Infinity)
    await reader.close()
    const groups = batch?.groups ?? []
    const found = groups.flatMap(({ body }) =>
      (JSON.parse(`[${body}]`) as { id: string }[]).map(({ id }) => id),
    )
    await log.trim(stream, { n: groups.length, isFinished: true }, Infinity)
    await log.close()

    expect(streams).toHaveLength(1)
    expect(acknowledged.length).toBeGreaterThanOrEqual(60 * kill)
    expect(found.slice(0, acknowledged.length)).toEqual(acknowledged)
    expect(new Set(found).size).toBe(found.length)
    // The last group may have been kept without an answer.
    expect(found.length - acknowledged.length).toBeLessThanOrEqual(6)
  }
})
