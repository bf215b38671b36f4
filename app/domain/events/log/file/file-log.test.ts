/** Promises of the log in files that the battery of all logs can't see. */
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, openLog, reopen, filesOf } from '#tests/support/event-log/file-logs.ts'
import { faultyDisk } from '#tests/support/event-log/file-place.ts'
import { groupOf, groups, appendAll, readAll } from '#tests/support/event-log/groups.ts'
import { LogUnavailable, type EventGroup } from '../event-log.ts'
import { headBytes } from './records.ts'
import { realDisk } from './segments.server.ts'

test('groups are read over several files', async () => {
  const folder = makeFolder()
  const log = openLog(folder)

  const stream = await appendAll(log, 100)

  expect(filesOf(folder, stream).length).toBeGreaterThan(2)
  expect(await readAll(log, stream, 57)).toEqual(groups(100).slice(57))
})

test('a group larger than a file has a file for itself', async () => {
  const log = openLog(makeFolder())
  const large = groupOf(2, 30_000)

  await log.append(groupOf(1))
  await log.append(large)
  await log.append(groupOf(3))

  const { stream } = log.begun()[0] ?? { stream: '' }
  expect(await readAll(log, stream)).toEqual([groupOf(1), large, groupOf(3)])
})

test('a group that begins at the end of what is read in one go is read whole', async () => {
  const oneFile = { first: 4 * 1024 * 1024, others: 8_192 }
  const log = openLog(makeFolder(), realDisk, oneFile)
  const chunkBytes = 1024 * 1024
  const padded = (number: number, bytes: number): EventGroup => ({
    events: 1,
    body: `"${'x'.repeat(bytes - headBytes - 2)}"`,
    at: number,
  })
  const given = [padded(1, chunkBytes - headBytes / 2), padded(2, 2 * chunkBytes), padded(3, 500)]
  for (const group of given) await log.append(group)

  const { stream } = log.begun()[0] ?? { stream: '' }
  expect(await readAll(log, stream)).toEqual(given)
})

test('a full disk takes nothing, and with room again a new stream begins', async () => {
  const folder = makeFolder()
  const disk = faultyDisk()
  const log = openLog(folder, disk)
  const first = await appendAll(log, 3)

  disk.fault = 'full'
  const refused = await Promise.allSettled([log.append(groupOf(4)), log.append(groupOf(5))])
  const failing = log.isFailing()
  disk.fault = null
  await log.append(groupOf(6))

  const reasons = refused.map((one) => (one.status === 'rejected' ? (one.reason as Error) : null))
  for (const reason of reasons) {
    expect(reason).toBeInstanceOf(LogUnavailable)
    expect(reason?.cause).toMatchObject({ code: 'ENOSPC' })
  }
  expect([failing, log.isFailing()]).toEqual([true, false])
  const [one, other] = log.begun()
  expect(one).toEqual({ stream: first, kept: 3, hasEnded: true })
  expect(await readAll(log, first)).toEqual(groups(3))
  expect(await readAll(log, other?.stream ?? '')).toEqual([groupOf(6)])
  expect(readdirSync(folder).filter((name) => name !== 'id')).toHaveLength(2)
})

test('streams before this process are of the database that knows the ID, until it is removed', async () => {
  const folder = makeFolder()
  const first = openLog(folder)
  await appendAll(first, 1)
  const { log } = await reopen(folder, first)
  await log.close()

  rmSync(path.join(folder, 'id'))
  const renamed = openLog(folder)
  await renamed.close()

  const [one, same, other] = [
    await first.identify(),
    await log.identify(),
    await renamed.identify(),
  ]
  expect([one.hasEarlier, same.hasEarlier, other.hasEarlier]).toEqual([false, true, false])
  expect(same.id).toBe(one.id)
  expect(other.id).not.toBe(one.id)
  expect(await openLog(folder).identify()).toEqual({
    id: other.id,
    node: other.id,
    hasEarlier: true,
  })
})

test('an ID that can’t be read stops the start, and so does a folder that takes none', () => {
  const half = makeFolder()
  writeFileSync(path.join(half, 'id'), '')
  expect(() => openLog(half)).toThrow('has no ID')

  const blocked = makeFolder()
  // A link that leads nowhere is no file, and keeps its name.
  symlinkSync(path.join(blocked, 'missing'), path.join(blocked, 'id'))
  expect(() => openLog(blocked)).toThrow('ENOENT')
  expect(readdirSync(blocked)).toEqual(['id'])
})
