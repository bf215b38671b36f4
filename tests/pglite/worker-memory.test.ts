/** The embedded database's thread keeps nothing of its responses. */
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { projectFile } from '#app/lib/project.server.ts'
import { makeFolder, removeFolder } from '../support/folders.ts'

/** Limits JavaScript's heap only, not the engine's memory. */
const heapMegabytes = 64

test('answers of 200 MB in all pass through a thread that may hold 64', async () => {
  const folder = makeFolder()
  const worker = new Worker(projectFile('app/db/embedded/embedded-worker.js'), {
    workerData: { folder: null, socket: path.join(folder, '.s.PGSQL.5432'), template: null },
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  const failure = new Promise<never>((_resolve, reject) => worker.once('error', reject))
  await Promise.race([failure, new Promise((resolve) => worker.once('message', resolve))])
  const client = new pg.Client({ host: folder, database: 'postgres', user: 'postgres' })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await worker.terminate()
    removeFolder(folder)
  })

  let bytes = 0
  for (let time = 0; time < 20; time += 1) {
    const text = "select repeat('x', 1000) as text from generate_series(1, 10000)"
    const answer = client.query<{ text: string }>(text)
    const { rows } = await Promise.race([failure, answer])
    bytes += rows.reduce((sum, row) => sum + row.text.length, 0)
  }

  expect(bytes).toBe(200_000_000)
})
