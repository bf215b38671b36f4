/** Nothing that is missing or damaged is passed over. */
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  acknowledgeUpTo,
  copyOf,
  filesOf,
  makeFolder,
  openLog,
  reopen,
} from '#tests/support/event-log/file-logs.ts'
import { appendAll, groupOf, groups, readAll } from '#tests/support/event-log/groups.ts'
import { LogGap } from '../event-log.ts'
import { encodeGroup } from './records.ts'

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
    await acknowledgeUpTo(folder, stream, 2)

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

test.each([
  {
    name: 'damaged',
    harm: (file: string) => {
      flipBit(file, 100)
    },
  },
  {
    name: 'missing',
    harm: (file: string) => {
      rmSync(file)
    },
  },
])('a file is $name: a cursor in front of the next file reads on from there', async ({ harm }) => {
  const folder = makeFolder()
  const first = openLog(folder)
  const stream = await appendAll(first, 100)
  const [, harmed = '', next = ''] = filesOf(folder, stream)
  harm(harmed)

  const { log } = await reopen(folder, first)
  const from = Number(path.basename(next, '.segment')) - 1

  await expect(readAll(log, stream)).rejects.toThrow(LogGap)
  expect(await readAll(log, stream, from)).toEqual(groups(100).slice(from))
})

test.each([
  { name: 'its last group became zeros', harm: zeroLast },
  {
    name: 'its last group was cut',
    harm: (file: string) => {
      truncateSync(file, (readFileSync(file).length / 3) * 2 + 100)
    },
  },
  {
    name: 'the length of its last group grew',
    harm: (file: string) => {
      const { length } = readFileSync(file)
      flipBit(file, (length / 3) * 2 + 9)
    },
  },
  {
    name: 'its only file is missing',
    harm: (file: string) => {
      rmSync(file)
    },
  },
])('a stream ended, then $name: a gap, and no end', async ({ harm }) => {
  const folder = makeFolder()
  const first = openLog(folder)
  const stream = await appendAll(first, 3)
  const [file = ''] = filesOf(folder, stream)
  await first.end()
  harm(file)

  const { log } = await reopen(folder, first)

  await expect(readAll(log, stream)).rejects.toThrow(LogGap)
})

function zeroLast(file: string): void {
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0, (bytes.length / 3) * 2))
}

test('a process is killed, and its last acknowledged group becomes zeros: a gap, and no end', async () => {
  const folder = makeFolder()
  const writing = openLog(folder)
  const stream = await appendAll(writing, 3)
  const whole = await copyOf(folder)
  const harmed = makeFolder()
  cpSync(folder, harmed, { recursive: true })
  const [file = ''] = filesOf(harmed, stream)
  const { length } = encodeGroup({ ...groupOf(3), n: 3 })
  writeFileSync(file, readFileSync(file).fill(0, length * 2, length * 3))
  const damaged = openLog(harmed)
  await damaged.adopt()

  expect(await readAll(whole, stream)).toEqual(groups(3))
  await expect(readAll(damaged, stream)).rejects.toThrow(LogGap)
})

test('the last file of several is missing: a gap, and no end', async () => {
  const folder = makeFolder()
  const first = openLog(folder)
  const stream = await appendAll(first, 100)
  rmSync(filesOf(folder, stream).at(-1) ?? '')

  const { log } = await reopen(folder, first)

  await expect(readAll(log, stream)).rejects.toThrow(LogGap)
})

test.each([
  { name: 'is damaged', harm: flipFirst, isGap: true },
  { name: 'is cut', harm: cutFile, isGap: true },
  { name: 'is missing, as in a release that counted nothing', harm: rmSync, isGap: false },
])('the count of groups $name', async ({ harm, isGap }) => {
  const folder = makeFolder()
  const first = openLog(folder)
  const stream = await appendAll(first, 3)
  await first.end()
  harm(path.join(folder, stream, 'count'))

  const { log } = await reopen(folder, first)
  const reader = log.read(stream, 0)

  expect((await reader.read(100))?.to).toBe(3)
  const rest = reader.read(100)
  await (isGap ? expect(rest).rejects.toThrow(LogGap) : expect(rest).resolves.toBeNull())
  await reader.close()
})

function flipFirst(file: string): void {
  flipBit(file, 0)
}

function cutFile(file: string): void {
  truncateSync(file, 5)
}
