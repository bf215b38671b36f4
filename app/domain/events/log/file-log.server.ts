/**
 * The log as files of this machine: a folder for each stream, whose files have one group after the
 * other. A process begins a stream with its first group, and another one when a write has failed.
 */
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- names of streams, which must never repeat
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { appendFile, mkdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { holdFolder, type Lock } from '#app/db/embedded/lock.server.ts'
import {
  LogUnavailable,
  type EventGroup,
  type EventLog,
  type GroupPlace,
  type LogLag,
} from './event-log.ts'
import { headBytes } from './records.ts'
import { listSegments, type Disk } from './segments.server.ts'
import { openStream } from './stream-reader.server.ts'
import { createStreamWriter, type SegmentSizes, type StreamWriter } from './stream-writer.server.ts'
import { secondMillis } from '#app/lib/time.ts'

type Options = {
  /** The machine's by default. */
  disk?: Disk
  sizes?: SegmentSizes
  /** How long after a failure the log tries again. */
  retryMillis?: number
}

/** A stream that this process began. */
type Begun = {
  stream: string
  lock: Lock
  /** Number of its last group that was acknowledged. */
  kept: number
  hasEnded: boolean
  /** Not applied yet, in their order. */
  waiting: { n: number; events: number; bytes: number; at: number }[]
}

/** Events that were set aside, a line each. */
const setAsideFile = 'set-aside.jsonl'

const streamName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @param folder created when it's missing. @throws the system's error */
export function openFileLog(
  folder: string,
  { retryMillis = secondMillis, ...writing }: Options = {},
): EventLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const begun: Begun[] = []
  const held = { events: 0, bytes: 0 }
  const adopted = new Map<string, Lock>()
  let writer: StreamWriter | null = null
  let lane: Promise<unknown> = Promise.resolve()
  let retryAt = 0
  let isClosed = false
  const folderOf = (stream: string) => path.join(folder, stream)

  async function beginStream(): Promise<StreamWriter> {
    const stream = randomUUID()
    // Other processes adopt only folders with the name of a stream, and this one is held by then.
    const before = folderOf(`${stream}.new`)
    await mkdir(before, { mode: 0o700 })
    const lock = await holdFolder(before)
    if (!lock) throw new Error(`${before} is in use.`)
    await rename(before, folderOf(stream))
    try {
      const created = await createStreamWriter(folderOf(stream), writing)
      begun.push({ stream, lock, kept: 0, hasEnded: false, waiting: [] })
      return created
    } catch (error) {
      await rm(folderOf(stream), { recursive: true, force: true })
      await lock.release()
      throw error
    }
  }

  async function endStream(): Promise<void> {
    const ending = writer
    writer = null
    const last = begun.at(-1)
    if (last) last.hasEnded = true
    await ending?.end()
  }

  async function append(group: EventGroup): Promise<GroupPlace> {
    if (isClosed || performance.now() < retryAt) throw new LogUnavailable('The log is closed.')
    try {
      writer ??= await beginStream()
      const n = await writer.append(group)
      const current = begun.at(-1)
      if (!current) throw new Error('There is no stream.')
      current.kept = n
      const bytes = headBytes + Buffer.byteLength(group.body)
      current.waiting.push({ n, events: group.events, bytes, at: group.at })
      held.events += group.events
      held.bytes += bytes
      return { stream: current.stream, n }
    } catch (error) {
      retryAt = performance.now() + retryMillis
      // Part of the group may be there, so nothing may follow it.
      if (writer) await endStream().catch(() => undefined)
      throw new LogUnavailable('The log could not keep a group.', { cause: error })
    }
  }

  /** Asked for each report, so nothing is summed here. */
  function lag(): LogLag {
    const oldest = begun.find(({ waiting }) => waiting.length > 0)?.waiting[0]
    return { ...held, since: oldest?.at ?? null }
  }

  return {
    id: idOf(folder),
    hasEarlier: readdirSync(folder).some((name) => streamName.test(name)),
    append(group) {
      const place = lane.then(() => append(group))
      lane = place.catch(() => undefined)
      return place
    },
    read(stream, from) {
      const known = begun.find((one) => one.stream === stream)
      return openStream(folderOf(stream), { from, kept: () => known?.kept ?? Infinity })
    },
    begun: () => begun.map(({ stream, hasEnded }) => ({ stream, hasEnded })),
    async adopt() {
      const found: string[] = []
      for (const name of readdirSync(folder).sort()) {
        if (!streamName.test(name) || begun.some(({ stream }) => stream === name)) continue
        const lock = adopted.get(name) ?? (await holdFolder(folderOf(name)))
        if (!lock) continue
        adopted.set(name, lock)
        found.push(name)
      }
      return found
    },
    noteApplied(stream, n) {
      const waiting = begun.find((one) => one.stream === stream)?.waiting ?? []
      const left = waiting.findIndex((group) => group.n > n)
      for (const { events, bytes } of waiting.splice(0, left === -1 ? waiting.length : left)) {
        held.events -= events
        held.bytes -= bytes
      }
    },
    lag,
    async setAside({ stream, n }, { reason, events }) {
      const lines = events.map((event) => JSON.stringify({ stream, n, reason, event }))
      const options = { mode: 0o600, flush: true }
      await appendFile(path.join(folder, setAsideFile), `${lines.join('\n')}\n`, options)
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    async trim(stream, applied, before) {
      const segments = await listSegments(folderOf(stream))
      const isOld = async (file: string) => (await stat(file)).mtimeMs < before
      const hasEnded =
        adopted.has(stream) || begun.some((one) => one.stream === stream && one.hasEnded)
      if (segments.length === 0 && adopted.has(stream)) {
        await rm(folderOf(stream), { recursive: true, force: true })
      }
      for (const [at, { file }] of segments.entries()) {
        const following = segments[at + 1]
        const isApplied = following ? following.first <= applied + 1 : hasEnded
        if (!isApplied || !(await isOld(file))) return
        if (following) await rm(file)
        else await rm(folderOf(stream), { recursive: true })
      }
    },
    async end() {
      isClosed = true
      await lane
      await endStream()
    },
    async close() {
      for (const { lock } of begun) await lock.release()
      for (const lock of adopted.values()) await lock.release()
    },
  }
}

/** Created with the folder. An operator who removes it gives the log to the next database. */
function idOf(folder: string): string {
  const file = path.join(folder, 'id')
  try {
    writeFileSync(file, randomUUID(), { mode: 0o600, flag: 'wx', flush: true })
  } catch {
    // It has one.
  }
  return readFileSync(file, 'utf8').trim()
}
