/** Groups are kept in their order, and given in batches. */
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  makeFolder,
  openLog,
  groupOf,
  groups,
  appendAll,
  readAll,
  reopen,
  filesOf,
} from '#tests/support/event-log/file-logs.ts'
import { LogUnavailable, type EventGroup } from './event-log.ts'
import { headBytes } from './records.ts'
import { realDisk } from './segments.server.ts'

test('groups are read in the order they were appended in, over several files', async () => {
  const folder = makeFolder()
  const log = openLog(folder)

  const stream = await appendAll(log, 100)

  expect(filesOf(folder, stream).length).toBeGreaterThan(2)
  expect(await readAll(log, stream)).toEqual(groups(100))
  expect(await readAll(log, stream, 57)).toEqual(groups(100).slice(57))
  expect(await readAll(log, stream, 100)).toEqual([])
})

test('groups appended at the same moment get numbers without gaps', async () => {
  const log = openLog(makeFolder())

  const places = await Promise.all(groups(50).map((group) => log.append(group)))

  expect(places.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
})

test('a reader goes on where it stopped when more is appended', async () => {
  const log = openLog(makeFolder())
  const stream = await appendAll(log, 3)
  const reader = log.read(stream, 0)

  const first = await reader.read(100)
  const none = await reader.read(100)
  for (const group of groups(60)) await log.append(group)
  const second = await reader.read(1_000)
  await reader.close()

  expect([first?.to, none, second?.from, second?.to]).toEqual([3, null, 3, 63])
})

test('the same group appended twice is two groups: only the database knows repeats', async () => {
  const log = openLog(makeFolder())
  const [group] = groups(1)
  if (!group) throw new Error('There is no group.')

  const places = [await log.append(group), await log.append(group)]

  expect(places.map(({ n }) => n)).toEqual([1, 2])
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

test('a batch has no more events than wanted, with at least one group', async () => {
  const log = openLog(makeFolder())
  const stream = await appendAll(log, 5)
  const reader = log.read(stream, 0)

  const sizes = [
    await reader.read(5),
    await reader.read(1),
    await reader.read(2),
    await reader.read(3),
  ]
  await reader.close()

  expect(sizes.map((batch) => [batch?.from, batch?.to, batch?.isFull])).toEqual([
    [0, 2, true],
    [2, 3, true],
    [3, 4, true],
    [4, 5, false],
  ])
})

test('another process reads on from a cursor', async () => {
  const folder = makeFolder()
  const first = openLog(folder)
  await appendAll(first, 40)

  const { log, stream } = await reopen(folder, first)

  expect(await readAll(log, stream, 11)).toEqual(groups(40).slice(11))
})

test('nothing is adopted from a process that runs', async () => {
  const folder = makeFolder()
  await appendAll(openLog(folder), 3)

  expect(await openLog(folder).adopt()).toEqual([])
})

/** Writes to the machine's full device once `isFull` is set, so the error is the system's. */
function fillableDisk() {
  const disk = {
    isFull: false,
    async write(handle: FileHandle, bytes: Buffer, at: number) {
      if (!disk.isFull) return realDisk.write(handle, bytes, at)
      const full = await open('/dev/full', 'w')
      try {
        await full.write(bytes)
      } finally {
        await full.close()
      }
    },
  }
  return disk
}

test('a full disk takes nothing, and with room again a new stream begins', async () => {
  const folder = makeFolder()
  const disk = fillableDisk()
  const log = openLog(folder, disk)
  const first = await appendAll(log, 3)

  disk.isFull = true
  const refused = await Promise.allSettled([log.append(groupOf(4)), log.append(groupOf(5))])
  const failing = log.isFailing()
  disk.isFull = false
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

test('a slow disk delays the answer, and the order stays', async () => {
  const held: (() => void)[] = []
  let isSlow = false
  const log = openLog(makeFolder(), {
    async write(...given) {
      if (isSlow) await new Promise<void>((resolve) => held.push(resolve))
      return realDisk.write(...given)
    },
  })
  await log.append(groupOf(1))
  isSlow = true

  let kept = 0
  const pending = [groupOf(2), groupOf(3)].map((group) =>
    log.append(group).then(({ n }) => (kept = n)),
  )
  await expect.poll(() => held.length).toBe(1)
  expect([kept, held.length]).toEqual([0, 1])
  held[0]?.()
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  await Promise.all(pending)

  expect(kept).toBe(3)
  isSlow = false
})

test('the lag has what isn’t applied, and since when', async () => {
  const log = openLog(makeFolder())
  const stream = await appendAll(log, 3)
  const bytes = log.lag().bytes

  expect(log.lag()).toMatchObject({ events: 6, since: 1_001 })
  log.noteApplied(stream, 2)
  expect(log.lag()).toEqual({ events: 2, bytes: bytes / 3, since: 1_003 })
  log.noteApplied(stream, 3)
  expect(log.lag()).toEqual({ events: 0, bytes: 0, since: null })
})

test('a stream that was given up waits no more, and the next group begins another', async () => {
  const log = openLog(makeFolder())
  const first = await appendAll(log, 3)
  const pending = log.append(groupOf(4))

  await log.giveUp(first)
  const { stream } = await log.append(groupOf(5))

  expect(await pending).toEqual({ stream: first, n: 4 })
  expect(log.begun()).toEqual([
    { stream: first, kept: 4, hasEnded: true },
    { stream, kept: 1, hasEnded: false },
  ])
  expect(log.lag()).toMatchObject({ events: 2, since: 1_005 })
  expect(await readAll(log, first)).toEqual(groups(4))
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

  expect([first.hasEarlier, log.hasEarlier, renamed.hasEarlier]).toEqual([false, true, false])
  expect(log.id).toBe(first.id)
  expect(renamed.id).not.toBe(first.id)
  expect(openLog(folder)).toMatchObject({ id: renamed.id, hasEarlier: true })
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
