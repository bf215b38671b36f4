/** Files are removed when they are applied, and kept for a time. */
import { existsSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  acknowledgeUpTo,
  makeFolder,
  openLog,
  reopen,
  filesOf,
} from '#tests/support/event-log/file-logs.ts'
import { appendAll, readAll } from '#tests/support/event-log/groups.ts'
import { hourMillis, secondMillis } from '#app/lib/time.ts'
import { LogGap } from '../event-log.ts'
import { trimLog } from '../trim-log.server.ts'

test('old files are removed when everything in them is applied, and the last one at the end', async () => {
  const folder = makeFolder()
  const first = openLog(folder)
  await appendAll(first, 100)
  const { log, stream } = await reopen(folder, first)
  const files = filesOf(folder, stream)
  const firstOf = (file = '') => Number(path.basename(file, '.segment'))
  const trim = (n: number, isFinished: boolean) => log.trim(stream, { n, isFinished }, 200_000)
  for (const file of files) utimesSync(file, 100, 100)

  expect(await trim(firstOf(files[2]) - 2, false)).toBe(false)
  expect(filesOf(folder, stream)).toEqual(files.slice(1))
  expect(await trim(100, false)).toBe(false)
  expect(filesOf(folder, stream)).toEqual(files.slice(-1))
  expect(await trim(100, true)).toBe(true)
  expect(readdirSync(folder)).toEqual(['id'])
})

test('the time for which files are kept begins when their stream is finished', async () => {
  const folder = makeFolder()
  const first = openLog(folder)
  await appendAll(first, 100)
  const { log, stream } = await reopen(folder, first)
  const files = filesOf(folder, stream)
  for (const file of files) utimesSync(file, 100, 100)

  await log.keepFrom(stream, new Date(300_000))

  expect(await log.trim(stream, { n: 100, isFinished: true }, 300_000)).toBe(false)
  expect(filesOf(folder, stream)).toEqual(files)
  expect(await log.trim(stream, { n: 100, isFinished: true }, 300_001)).toBe(true)
})

test('the file that is written to stays', async () => {
  const folder = makeFolder()
  const log = openLog(folder)
  const stream = await appendAll(log, 3)

  await log.trim(stream, { n: 3, isFinished: false }, Date.now() + 60_000)

  expect(filesOf(folder, stream)).toHaveLength(1)
})

test('a folder without files ends a stream only when nothing of it was acknowledged or applied', async () => {
  const folder = makeFolder()
  const first = openLog(folder)
  const stream = await appendAll(first, 3)
  for (const file of filesOf(folder, stream)) rmSync(file)
  await acknowledgeUpTo(folder, stream, 0)

  const { log } = await reopen(folder, first)

  await expect(readAll(log, stream, 3)).rejects.toThrow(LogGap)
  expect(await readAll(log, stream)).toEqual([])
})

test('a removal that was interrupted is completed at the next start', async () => {
  const folder = makeFolder()
  const first = openLog(folder)
  const stream = await appendAll(first, 3)
  await first.end()
  await first.close()
  renameSync(path.join(folder, stream), path.join(folder, `${stream}.gone`))

  openLog(folder)

  expect(readdirSync(folder)).toEqual(['id'])
})

test('old files go before the disk is full: the oldest first, and no more than it takes', async () => {
  const folder = makeFolder()
  const first = openLog(folder)
  await appendAll(first, 100)
  const { log, stream } = await reopen(folder, first)
  const files = filesOf(folder, stream)
  const at = 100 * hourMillis
  const ages = [60, 30, 10, 2]
  for (const [index, file] of files.entries()) {
    const seconds = (at - (ages[index] ?? 0) * hourMillis) / secondMillis
    utimesSync(file, seconds, seconds)
  }
  const warnings: unknown[] = []
  const notes = { warn: (given: unknown) => void warnings.push(given) }
  const places = { open: new Map<string, { n: number }>(), finished: new Map([[stream, 100]]) }
  const gigabytes = 1024 ** 3
  const countFiles = () =>
    existsSync(path.join(folder, stream)) ? filesOf(folder, stream).length : 0
  const trim = (freeWith: number) =>
    trimLog(
      {
        // Room that the files leave.
        log: {
          ...log,
          freeBytes: () => Promise.resolve(freeWith - countFiles()),
        },
        notes,
      },
      places,
      at,
    )

  await trim(3 * gigabytes)
  const roomy = filesOf(folder, stream).length
  await trim(2 * gigabytes + files.length - 2)
  const tight = filesOf(folder, stream)
  const removed = await trim(gigabytes)

  expect(roomy).toBe(files.length)
  expect(tight).toEqual(files.slice(2))
  expect(warnings).toEqual([{ hours: 24 }, { hours: 0 }])
  expect([...removed]).toEqual([stream])
})
