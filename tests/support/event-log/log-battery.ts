/** Promises that each log keeps, whatever it writes to. */
import { expect, onTestFinished, test } from 'vitest'
import {
  LogGap,
  LogUnavailable,
  type EventGroup,
  type EventLog,
} from '#app/domain/events/log/event-log.ts'
import { appendAll, groupOf, groups, readAll } from './groups.ts'

/** Place of one log, for itself. */
export type LogPlace = {
  /** The log as a process opens it. */
  open: () => EventLog
  /** Its process ends as by SIGKILL, and other processes can see that. */
  kill: (log: EventLog) => Promise<void>
  /** From now on nothing can be written. @returns repairs it */
  breakWrites: (how: 'full' | 'gone') => () => Promise<void>
  /** From now on each write waits. @returns lets the next one through, which has to wait already */
  slowDown: () => (isLast?: boolean) => Promise<void>
  /** Changes a bit of a group's text. */
  damage: (stream: string, n: number) => Promise<void>
  /** A group is missing, and others follow it. */
  remove: (stream: string, n: number) => Promise<void>
  /** Everything of a stream was written at a moment. */
  date: (stream: string, at: number) => Promise<void>
  /** Events that were set aside. */
  readSetAside: () => Promise<unknown[]>
}

/** A log can note when a group was written by when it was received. */
const bodiesOf = (given: readonly EventGroup[]) => given.map(({ body }) => body)

/** @param makePlace an empty one, removed after the test */
export function testLog(makePlace: () => Promise<LogPlace>): void {
  async function openPlace() {
    const place = await makePlace()
    const open = () => {
      const log = place.open()
      onTestFinished(async () => {
        await log.end()
        await log.close()
      })
      return log
    }
    return { ...place, open, log: open() }
  }

  test('groups are read in the order they were appended in, from any of them on', async () => {
    const { log } = await openPlace()

    const stream = await appendAll(log, 100)

    expect(await readAll(log, stream)).toEqual(groups(100))
    expect(await readAll(log, stream, 57)).toEqual(groups(100).slice(57))
    expect(await readAll(log, stream, 100)).toEqual([])
  })

  test('groups appended at the same moment get numbers without gaps', async () => {
    const { log } = await openPlace()

    const places = await Promise.all(groups(50).map((group) => log.append(group)))

    expect(places.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
    expect(await readAll(log, places[0]?.stream ?? '')).toEqual(groups(50))
  })

  test('a reader goes on where it stopped when more is appended', async () => {
    const { log } = await openPlace()
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
    const { log } = await openPlace()

    const places = [await log.append(groupOf(1)), await log.append(groupOf(1))]

    expect(places.map(({ n }) => n)).toEqual([1, 2])
    expect(await readAll(log, places[0]?.stream ?? '')).toEqual([groupOf(1), groupOf(1)])
  })

  test('a large group is read whole, between small ones', async () => {
    const { log } = await openPlace()
    const given = [groupOf(1), groupOf(2, 2 * 1024 * 1024), groupOf(3)]

    for (const group of given) await log.append(group)

    expect(await readAll(log, log.begun()[0]?.stream ?? '')).toEqual(given)
  })

  test('a batch has no more events than wanted, with at least one group', async () => {
    const { log } = await openPlace()
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

  test('the next process reads on from a cursor, after an orderly end', async () => {
    const { log, open } = await openPlace()
    const stream = await appendAll(log, 40)
    await log.end()
    await log.close()

    const next = open()

    expect(await next.adopt()).toEqual([stream])
    expect(await readAll(next, stream, 11)).toEqual(groups(40).slice(11))
    expect(await next.seal(stream, 40)).toBe(true)
    expect(await next.adopt()).toEqual([stream])
  })

  test('the next process reads everything that a killed one acknowledged', async () => {
    const { log, open, kill } = await openPlace()
    const stream = await appendAll(log, 40)
    await kill(log)

    const next = open()

    expect(await next.adopt()).toEqual([stream])
    expect(await readAll(next, stream)).toEqual(groups(40))
    expect(await next.seal(stream, 40)).toBe(true)
    expect(await readAll(next, stream, 40)).toEqual([])
  })

  test('nothing is adopted from a process that runs, and what one adopts no other does', async () => {
    const { log, open } = await openPlace()
    const stream = await appendAll(log, 3)
    const second = open()
    const fromRunning = await second.adopt()
    await log.end()
    await log.close()
    const third = open()

    const fromEnded = [await second.adopt(), await third.adopt()]

    expect(fromRunning).toEqual([])
    expect(fromEnded).toEqual([[stream], []])
  })

  test('a process that ends leaves what it adopted to another', async () => {
    const { log, open, kill } = await openPlace()
    const stream = await appendAll(log, 3)
    await kill(log)
    const second = open()
    await second.adopt()

    await second.end()
    await second.close()

    expect(await open().adopt()).toEqual([stream])
  })

  test.each(['full', 'gone'] as const)(
    'nothing is acknowledged while its place is %s, and everything that is acknowledged is there, once',
    async (how) => {
      const { log, breakWrites } = await openPlace()
      await appendAll(log, 3)

      const repair = breakWrites(how)
      const refused = await Promise.allSettled([log.append(groupOf(4)), log.append(groupOf(5))])
      const failing = log.isFailing()
      await repair()
      await log.append(groupOf(6))
      await log.append(groupOf(7))

      for (const one of refused) {
        expect(one.status === 'rejected' && one.reason).toBeInstanceOf(LogUnavailable)
      }
      expect([failing, log.isFailing()]).toEqual([true, false])
      const kept: EventGroup[] = []
      for (const { stream } of log.begun()) kept.push(...(await readAll(log, stream)))
      expect(kept).toEqual([...groups(3), groupOf(6), groupOf(7)])
      expect(log.lag().events).toBe(10)
    },
  )

  test('slow writes delay the answers, and the order stays', async () => {
    const { log, slowDown } = await openPlace()
    await log.append(groupOf(1))
    const letThrough = slowDown()

    let kept = 1
    const pending = [groupOf(2), groupOf(3)].map((group) =>
      log.append(group).then(({ n }) => (kept = n)),
    )
    const before = kept
    await letThrough()
    await letThrough(true)
    await Promise.all(pending)

    expect([before, kept]).toEqual([1, 3])
    expect(await readAll(log, log.begun()[0]?.stream ?? '')).toEqual(groups(3))
  })

  test('the lag has what isn’t applied, and since when', async () => {
    const { log } = await openPlace()
    const stream = await appendAll(log, 3)
    const bytes = log.lag().bytes

    expect(log.lag()).toMatchObject({ events: 6, since: 1_001 })
    log.noteApplied(stream, 2)
    expect(log.lag()).toEqual({ events: 2, bytes: bytes / 3, since: 1_003 })
    log.noteApplied(stream, 3)
    expect(log.lag()).toEqual({ events: 0, bytes: 0, since: null })
  })

  test('a stream that was given up waits no more, and the next group begins another', async () => {
    const { log } = await openPlace()
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

  /** Reads up to a gap, of which there is nothing behind, in this process and in the next. */
  async function expectGap(log: EventLog, stream: string, after: number): Promise<void> {
    const reader = log.read(stream, 0)
    const before = after === 0 ? null : await reader.read(1_000)
    expect(before?.to ?? 0).toBe(after)
    await expect(reader.read(1_000)).rejects.toThrow(LogGap)
    await expect(reader.read(1_000)).rejects.toThrow(LogGap)
    await reader.close()
  }

  test.each([
    { name: 'a group is damaged', harm: 'damage', n: 3 },
    { name: 'the first group is damaged', harm: 'damage', n: 1 },
    { name: 'the last group is damaged', harm: 'damage', n: 5 },
    { name: 'a group is missing', harm: 'remove', n: 3 },
  ] as const)('$name: groups in front of it are read, and nothing behind', async ({ harm, n }) => {
    const place = await openPlace()
    const { log, open } = place
    const stream = await appendAll(log, 5)

    await place[harm](stream, n)

    await expectGap(log, stream, n - 1)
    await log.end()
    await log.close()
    const next = open()
    expect(await next.adopt()).toEqual([stream])
    await expectGap(next, stream, n - 1)
  })

  test('events that the database refuses are set aside with the reason', async () => {
    const { log, readSetAside } = await openPlace()
    const place = await log.append(groupOf(1))

    await log.setAside(place, { reason: 'integer out of range', events: [{ id: 'a' }] })
    await log.setAside(place, { reason: 'too “long”', events: [{ id: 'b' }, { id: 'c' }] })

    expect(await readSetAside()).toEqual([
      { ...place, reason: 'integer out of range', event: { id: 'a' } },
      { ...place, reason: 'too “long”', event: { id: 'b' } },
      { ...place, reason: 'too “long”', event: { id: 'c' } },
    ])
  })

  test('applied groups are removed when they are old, and a stream when it is finished', async () => {
    const { log, open, kill, date } = await openPlace()
    const stream = await appendAll(log, 10)
    await kill(log)
    const next = open()
    await next.adopt()
    await date(stream, 100_000)

    const kept = [
      await next.trim(stream, { n: 6, isFinished: false }, 200_000),
      await next.trim(stream, { n: 10, isFinished: true }, 100_000),
    ]
    const rest = await readAll(next, stream, 6)
    await next.seal(stream, 10)
    const gone = await next.trim(stream, { n: 10, isFinished: true }, 200_000)

    expect(kept).toEqual([false, false])
    expect(bodiesOf(rest)).toEqual(bodiesOf(groups(10).slice(6)))
    expect(gone).toBe(true)
    expect(await next.adopt()).toEqual([])
    expect(await open().adopt()).toEqual([])
  })

  test('the time for which groups are kept begins when their stream is finished', async () => {
    const { log, open, kill, date } = await openPlace()
    const stream = await appendAll(log, 10)
    await kill(log)
    const next = open()
    await next.adopt()
    await next.seal(stream, 10)
    await date(stream, 100_000)

    await next.keepFrom(stream, new Date(300_000))
    const early = await next.trim(stream, { n: 10, isFinished: true }, 300_000)
    const kept = await readAll(next, stream)
    const late = await next.trim(stream, { n: 10, isFinished: true }, 300_001)

    expect([early, late]).toEqual([false, true])
    expect(bodiesOf(kept)).toEqual(bodiesOf(groups(10)))
  })

  test('a stream that is written to keeps its last group, however old', async () => {
    const { log, date } = await openPlace()
    const stream = await appendAll(log, 3)
    await date(stream, 100_000)

    const isGone = await log.trim(stream, { n: 3, isFinished: false }, 200_000)
    await log.append(groupOf(4))

    expect(isGone).toBe(false)
    expect(await readAll(log, stream, 3)).toEqual([groupOf(4)])
  })

  test('nothing is appended after the end', async () => {
    const { log } = await openPlace()
    await appendAll(log, 1)

    await log.end()

    await expect(log.append(groupOf(2))).rejects.toThrow(LogUnavailable)
  })
}
