/** Groups are kept in their order, and nothing that is missing or damaged is passed over. */
import {
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LogGap, LogUnavailable, type EventGroup, type EventLog } from './event-log.ts'
import { openFileLog } from './file-log.server.ts'
import { headBytes } from './records.ts'
import { realDisk, type Disk } from './segments.server.ts'

const sizes = { first: 4_096, others: 8_192 }

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-log-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

function openLog(folder: string, disk: Disk = realDisk, wanted = sizes): EventLog {
  const log = openFileLog(folder, { sizes: wanted, disk, retryMillis: 0 })
  onTestFinished(async () => {
    await log.end()
    await log.close()
  })
  return log
}

const groupOf = (number: number, padding = 200): EventGroup => ({
  events: 2,
  body: `{"id":"${String(number)}"},{"é":"${'x'.repeat(padding)}"}`,
  at: 1_000 + number,
})

const groups = (count: number) => Array.from({ length: count }, (_, at) => groupOf(at + 1))

async function appendAll(log: EventLog, count: number): Promise<string> {
  for (const group of groups(count)) await log.append(group)
  return log.begun().at(-1)?.stream ?? ''
}

/** Everything behind a group, a batch after the other. */
async function readAll(log: EventLog, stream: string, from = 0) {
  const reader = log.read(stream, from)
  const found: EventGroup[] = []
  try {
    for (;;) {
      const batch = await reader.read(6)
      if (!batch) return found
      expect(batch.from).toBe(from + found.length)
      found.push(...batch.groups.map(({ n: _n, ...group }) => group))
      expect(batch.to).toBe(from + found.length)
    }
  } finally {
    await reader.close()
  }
}

/** As after a crash: the writer has ended, and its files are as they were. */
async function reopen(folder: string, log: EventLog): Promise<{ log: EventLog; stream: string }> {
  const { stream } = log.begun()[0] ?? { stream: '' }
  await log.end()
  await log.close()
  const next = openLog(folder)
  expect(await next.adopt()).toContain(stream)
  return { log: next, stream }
}

const filesOf = (folder: string, stream: string) =>
  readdirSync(path.join(folder, stream))
    .filter((name) => name.endsWith('.segment'))
    .sort()
    .map((name) => path.join(folder, stream, name))

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

test.each([1, 4, 8, 9, 31, 32, 100, 250])(
  'a last group of which only %d bytes were written is cut, and all before it is there',
  async (bytes) => {
    const folder = makeFolder()
    const first = openLog(folder)
    const stream = await appendAll(first, 3)
    const [file = ''] = filesOf(folder, stream)
    await first.end()
    const { length } = readFileSync(file)
    const record = length / 3
    // The room behind it is zero, as in a new file.
    truncateSync(file, record * 2 + bytes)
    truncateSync(file, 4_096)

    const { log } = await reopen(folder, first)

    expect(await readAll(log, stream)).toEqual(groups(2))
  },
)

/** Changes one bit in the middle of a group. */
function flipBit(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

test.each([
  { where: 'the text of a group before others', group: 1, at: 100 },
  { where: 'the length of a group before others', group: 1, at: 9 },
  { where: 'the mark of a group before others', group: 1, at: 1 },
  { where: 'the text of the last group', group: 2, at: 100 },
  { where: 'the checksum of the last group', group: 2, at: 5 },
  { where: 'the mark of the last group', group: 2, at: 2 },
])('a bit of $where is another: nothing from there on is read', async ({ group, at }) => {
  const folder = makeFolder()
  const first = openLog(folder)
  const stream = await appendAll(first, 3)
  const [file = ''] = filesOf(folder, stream)
  await first.end()
  flipBit(file, (readFileSync(file).length / 3) * group + at)

  const { log } = await reopen(folder, first)
  const reader = log.read(stream, 0)
  const before = await reader.read(2 * group)

  expect(before?.to).toBe(group)
  await expect(reader.read(100)).rejects.toThrow(LogGap)
  await expect(reader.read(100)).rejects.toThrow(LogGap)
  await reader.close()
})

test.each([
  { name: 'a text is another', at: 100 },
  { name: 'a mark is another', at: 1 },
])('$name: the groups in front of it are read, then the gap again and again', async ({ at }) => {
  const folder = makeFolder()
  const first = openLog(folder)
  const stream = await appendAll(first, 4)
  const [file = ''] = filesOf(folder, stream)
  await first.end()
  flipBit(file, (readFileSync(file).length / 4) * 2 + at)

  const { log } = await reopen(folder, first)
  const reader = log.read(stream, 0)
  const before = await reader.read(5_000)

  expect(before).toMatchObject({ from: 0, to: 2 })
  await expect(reader.read(5_000)).rejects.toThrow(LogGap)
  await expect(reader.read(5_000)).rejects.toThrow(LogGap)
  await reader.close()
})

test('a group is missing within a file: the groups in front are read, and the gap never becomes an end', async () => {
  const folder = makeFolder()
  const first = openLog(folder)
  const stream = await appendAll(first, 4)
  const [file = ''] = filesOf(folder, stream)
  await first.end()
  const bytes = readFileSync(file)
  const record = bytes.length / 4
  writeFileSync(file, Buffer.concat([bytes.subarray(0, 2 * record), bytes.subarray(3 * record)]))

  const { log } = await reopen(folder, first)
  const reader = log.read(stream, 0)
  const before = await reader.read(5_000)

  expect(before).toMatchObject({ from: 0, to: 2 })
  await expect(reader.read(5_000)).rejects.toThrow(LogGap)
  await expect(reader.read(5_000)).rejects.toThrow(LogGap)
  await reader.close()
})

test('a bit of an acknowledged group is another while the writer runs: it is no end', async () => {
  const folder = makeFolder()
  const log = openLog(folder)
  const stream = await appendAll(log, 1)
  const [file = ''] = filesOf(folder, stream)
  flipBit(file, 2)

  await expect(readAll(log, stream)).rejects.toThrow(LogGap)
})

test('zeros in the place of a group before others are a gap', async () => {
  const folder = makeFolder()
  const first = openLog(folder)
  const stream = await appendAll(first, 3)
  const [file = ''] = filesOf(folder, stream)
  await first.end()
  const bytes = readFileSync(file)
  const record = bytes.length / 3
  writeFileSync(file, bytes.fill(0, record, 2 * record))

  const { log } = await reopen(folder, first)

  await expect(readAll(log, stream)).rejects.toThrow(LogGap)
})

test.each([0, 1])('file %d of a stream is missing: a gap', async (missing) => {
  const folder = makeFolder()
  const first = openLog(folder)
  const stream = await appendAll(first, 100)
  rmSync(filesOf(folder, stream)[missing] ?? '')

  const { log } = await reopen(folder, first)

  await expect(readAll(log, stream)).rejects.toThrow(LogGap)
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
  disk.isFull = false
  await log.append(groupOf(6))

  const reasons = refused.map((one) => (one.status === 'rejected' ? (one.reason as Error) : null))
  for (const reason of reasons) {
    expect(reason).toBeInstanceOf(LogUnavailable)
    expect(reason?.cause).toMatchObject({ code: 'ENOSPC' })
  }
  const [one, other] = log.begun()
  expect(one).toEqual({ stream: first, hasEnded: true })
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

test('a folder without files ends a stream only when nothing of it was applied', async () => {
  const folder = makeFolder()
  const first = openLog(folder)
  const stream = await appendAll(first, 3)
  for (const file of filesOf(folder, stream)) rmSync(file)

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

test('a stream that was given up waits no more, and the next group begins another', async () => {
  const log = openLog(makeFolder())
  const first = await appendAll(log, 3)
  const pending = log.append(groupOf(4))

  await log.giveUp(first)
  const { stream } = await log.append(groupOf(5))

  expect(await pending).toEqual({ stream: first, n: 4 })
  expect(log.begun()).toEqual([
    { stream: first, hasEnded: true },
    { stream, hasEnded: false },
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
