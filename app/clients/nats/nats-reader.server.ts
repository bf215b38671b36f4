/** Reads the groups of a stream in their order from NATS, and only the next number. */
import { setTimeout as pause } from 'node:timers/promises'
import {
  LogGap,
  type BegunStream,
  type NumberedGroup,
  type StreamReader,
} from '#app/domain/events/log/event-log.ts'
import { createBatchReader } from '#app/domain/events/log/group-batches.ts'
import { secondMillis } from '#app/lib/time.ts'
import {
  readEnd,
  readGroup,
  type StoredGroups,
  type StoredMessage,
} from './stored-groups.server.ts'

/** Where a group was found that was missing. */
export type RepairSource = 'leader' | 'replica' | 'file'

type ReaderParts = {
  stored: StoredGroups
  /** Undefined for a stream of another process. */
  begun: () => Pick<BegunStream, 'kept' | 'hasEnded'> | undefined
  /** Where a group was stored, as far as this process wrote it. */
  seqOf: (n: number) => number | undefined
  /** Groups behind a number in the files of this node. */
  readFile: (from: number) => StreamReader
  /** A group was missing where it should have been. Null: no copy has it. */
  onMissing: (n: number, source: RepairSource | null) => void
  /** How long a leader has for what it lacks. */
  patienceMillis?: number
}

const defaultPatienceMillis = 3 * secondMillis
const pauseMillis = 200

/** Groups that are asked for at the same moment. */
const ahead = 32

/** Each may reach another server. One of three that has a group is missed once in 50,000 times. */
const questions = 27

/** @param from number of the last group that was applied */
export function openNatsStream(stream: string, from: number, parts: ReaderParts): StreamReader {
  const { stored, begun, seqOf, onMissing, patienceMillis = defaultPatienceMillis } = parts
  let next = from + 1
  /** Sequence of the group before the next one. Null: not looked for yet. */
  let place: number | null = null
  /** Sequence up to which messages were read. */
  let scanned = 0
  const ready = new Map<number, { group: NumberedGroup; seq: number }>()
  /** Number of the last group of a stream that was ended. */
  let last: number | null = null
  let isDamaged = false
  let file: { reader: StreamReader; next: number } | null = null

  function take({ seq, bytes }: StoredMessage): void {
    scanned = Math.max(scanned, seq)
    const group = readGroup(bytes)
    const end = readEnd(bytes)
    if (group && group.n >= next) ready.set(group.n, { group, seq })
    if (end !== null) last = end
    if (!group && end === null) isDamaged = true
  }

  async function load(): Promise<void> {
    try {
      await askLeader()
    } catch (error) {
      // While there is no leader, the next group is right on any server that has it.
      const seq = seqOf(next) ?? scanned + 1
      const message = await stored.fromAny(stream, seq).catch(() => null)
      if (!message || readGroup(message.bytes)?.n !== next) throw error
      take(message)
    }
  }

  async function askLeader(): Promise<void> {
    if (seqOf(next) !== undefined) {
      const wanted = Array.from({ length: ahead }, (_one, at) => seqOf(next + at))
      const known = wanted.filter((seq) => seq !== undefined)
      const messages = await Promise.all(known.map((seq) => stored.at(stream, seq)))
      for (const message of messages) if (message) take(message)
      return
    }
    if (place === null) {
      place = await findPlace(stored, stream, next - 1)
      scanned = place
    }
    while (ready.size === 0 && last === null) {
      const message = await stored.from(stream, scanned + 1)
      if (!message) return
      take(message)
    }
  }

  /** The next group has to be somewhere. @throws LogGap */
  async function findMissing(): Promise<NumberedGroup> {
    const giveUpAt = performance.now() + patienceMillis
    do {
      // A leader that was chosen a moment ago may get it soon.
      await pause(pauseMillis)
      ready.clear()
      scanned = place ?? 0
      last = null
      isDamaged = false
      await load()
      const known = ready.get(next)
      if (known) return found(known, 'leader')
    } while (performance.now() < giveUpAt)
    const seq = seqOf(next) ?? (place ?? 0) + 1
    for (let asked = 0; asked < questions; asked += 1) {
      const message = await stored.fromAny(stream, seq).catch(() => null)
      const group = message && readGroup(message.bytes)
      if (message && group?.n === next) return found({ group, seq: message.seq }, 'replica')
    }
    const group = await readFromFile()
    if (group) return found({ group, seq: null }, 'file')
    onMissing(next, null)
    throw new LogGap(
      `NATS: group ${String(next)} of ${stream} is missing or damaged, and others may follow.`,
    )
  }

  function found(
    { group, seq }: { group: NumberedGroup; seq: number | null },
    source: RepairSource,
  ): NumberedGroup {
    onMissing(group.n, source)
    if (seq !== null) place = seq
    return group
  }

  async function readFromFile(): Promise<NumberedGroup | null> {
    if (file?.next !== next) {
      await closeFile()
      file = { reader: parts.readFile(next - 1), next }
    }
    try {
      const group = (await file.reader.read(1))?.groups[0] ?? null
      if (group) file.next += 1
      return group
    } catch (error) {
      if (error instanceof LogGap) return null
      throw error
    }
  }

  async function closeFile(): Promise<void> {
    await file?.reader.close()
    file = null
  }

  async function readNext(): Promise<NumberedGroup | null> {
    const written = begun()
    // A group that isn't acknowledged yet has no place in the lag.
    if (written && !written.hasEnded && next > written.kept) return null
    if (!ready.has(next)) await load()
    const known = ready.get(next)
    if (known) {
      place = known.seq
      return known.group
    }
    const isExpected = next <= Math.max(written?.kept ?? 0, last ?? 0)
    if (isExpected || isDamaged || ready.size > 0) return findMissing()
    // The end of the stream, unless the files of this node have more of it.
    const more = await readFromFile()
    if (more) onMissing(next, 'file')
    return more
  }

  return createBatchReader({
    async next() {
      const group = await readNext()
      if (!group) return null
      ready.delete(group.n)
      next = group.n + 1
      return group
    },
    close: closeFile,
  })
}

/** @returns the sequence behind which groups with higher numbers are, found in some thirty questions */
export async function findPlace(stored: StoredGroups, stream: string, n: number): Promise<number> {
  if (n === 0) return 0
  let low = 1
  let high = (await stored.last(stream))?.seq ?? 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const found = await stored.from(stream, middle)
    const group = found && readGroup(found.bytes)
    if (!group || group.n > n) high = middle
    else low = found.seq + 1
  }
  return low - 1
}
