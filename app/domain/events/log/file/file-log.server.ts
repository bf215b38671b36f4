/**
 * The log as files of this machine: a folder for each stream, whose files have one group after the
 * other. A process begins a stream with its first group, and another one when a write has failed.
 */
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- names of streams, which must never repeat
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { appendFile, mkdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import path from 'node:path'
import { holdFolder, type Lock } from '#app/db/embedded/lock.server.ts'
import { createBegunStreams } from '../begun-streams.ts'
import {
  LogUnavailable,
  type EventGroup,
  type EventLog,
  type GroupPlace,
  type KeptStream,
} from '../event-log.ts'
import { headBytes } from './records.ts'
import { listSegments, syncFolder, type Disk } from './segments.server.ts'
import { openStream } from './stream-reader.server.ts'
import { createStreamWriter, type SegmentSizes, type StreamWriter } from './stream-writer.server.ts'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'

type Options = {
  /** The machine's by default. */
  disk?: Disk
  sizes?: SegmentSizes
  /** How long after a failure the log tries again. */
  retryMillis?: number
}

/** Events that were set aside, a line each. */
const setAsideFile = 'set-aside.jsonl'

/** A node without reports can't show that it keeps them again, so a failure counts for this long. */
const failingMillis = 10 * secondMillis

/** A stream's folder that is being removed. */
const goneEnding = '.gone'

const streamName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @param folder created when it's missing. @throws the system's error */
export function openFileLog(
  folder: string,
  { retryMillis = secondMillis, ...writing }: Options = {},
): EventLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { id, isNew } = idOf(folder)
  for (const name of readdirSync(folder).filter((one) => one.endsWith(goneEnding))) {
    rmSync(path.join(folder, name), { recursive: true, force: true })
  }
  const begun = createBegunStreams()
  const locks = new Map<string, Lock>()
  let writer: StreamWriter | null = null
  let lane: Promise<unknown> = Promise.resolve()
  let retryAt = 0
  let failedAt = -Infinity
  /** The folder's name has to survive a power cut before anything is acknowledged, once. */
  let isFolderSynced = false
  let isClosed = false
  const folderOf = (stream: string) => path.join(folder, stream)
  const listStreams = () =>
    readdirSync(folder)
      .filter((name) => streamName.test(name))
      .sort()

  const hadStreams = listStreams().length > 0

  async function beginStream(): Promise<StreamWriter> {
    if (!isFolderSynced) await syncFolder(path.dirname(path.resolve(folder)))
    isFolderSynced = true
    const stream = randomUUID()
    // Other processes adopt only folders with the name of a stream, and this one is held by then.
    const before = folderOf(`${stream}.new`)
    await mkdir(before, { mode: 0o700 })
    const lock = await holdFolder(before)
    if (!lock) throw new Error(`${before} is in use.`)
    await rename(before, folderOf(stream))
    try {
      const created = await createStreamWriter(folderOf(stream), writing)
      begun.begin(stream)
      locks.set(stream, lock)
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
    begun.end()
    await ending?.end()
  }

  async function append(group: EventGroup): Promise<GroupPlace> {
    if (isClosed || performance.now() < retryAt) throw new LogUnavailable('The log is closed.')
    try {
      writer ??= await beginStream()
      const n = await writer.append(group)
      failedAt = -Infinity
      return begun.note({ ...group, n }, headBytes + Buffer.byteLength(group.body))
    } catch (error) {
      failedAt = performance.now()
      retryAt = failedAt + retryMillis
      // Part of the group may be there, so nothing may follow it.
      if (writer) await endStream().catch(() => undefined)
      throw new LogUnavailable('The log could not keep a group.', { cause: error })
    }
  }

  /** The folder gets another name first: files must never be missing in one that is read. */
  async function remove(stream: string): Promise<void> {
    const gone = `${folderOf(stream)}${goneEnding}`
    await rename(folderOf(stream), gone)
    await rm(gone, { recursive: true, force: true })
    begun.forget(stream)
    const lock = locks.get(stream)
    locks.delete(stream)
    await lock?.release()
  }

  return {
    identify: () => Promise.resolve({ id, node: id, hasEarlier: !isNew && hadStreams }),
    append(group) {
      const place = lane.then(() => append(group))
      lane = place.catch(() => undefined)
      return place
    },
    paceMillis: 2,
    maxEvents: Infinity,
    countRepaired: () => 0,
    read(stream, from) {
      const kept = () => begun.keptOf(stream) ?? Infinity
      return openStream(folderOf(stream), { from, kept })
    },
    async kept() {
      const kept: KeptStream[] = []
      for (const stream of listStreams()) {
        const [segment] = await listSegments(folderOf(stream))
        if (segment) kept.push({ stream, from: segment.first - 1 })
      }
      return kept
    },
    streams: listStreams,
    begun: begun.list,
    async adopt() {
      const found: string[] = []
      for (const name of listStreams()) {
        if (begun.has(name)) continue
        const lock = locks.get(name) ?? (await holdFolder(folderOf(name)))
        if (!lock) continue
        locks.set(name, lock)
        found.push(name)
      }
      return found
    },
    adoptMillis: minuteMillis,
    // Its writer has ended when its lock is held here.
    seal: () => Promise.resolve(true),
    noteApplied: begun.noteApplied,
    async giveUp(stream) {
      const ended = lane.then(async () => {
        if (begun.list().at(-1)?.stream === stream) await endStream().catch(() => undefined)
        begun.noteApplied(stream, Infinity)
      })
      lane = ended
      await ended
    },
    lag: begun.lag,
    isFailing: () => performance.now() - failedAt < failingMillis,
    async setAside({ stream, n }, { reason, events }) {
      const lines = events.map((event) => JSON.stringify({ stream, n, reason, event }))
      const options = { mode: 0o600, flush: true }
      await appendFile(path.join(folder, setAsideFile), `${lines.join('\n')}\n`, options)
      // Its name has to survive a power cut as well.
      await syncFolder(folder)
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    async keepFrom(stream, at) {
      for (const { file } of await listSegments(folderOf(stream))) await utimes(file, at, at)
    },
    async trim(stream, { n, isFinished }, before) {
      const segments = await listSegments(folderOf(stream))
      const isOld = async (file: string) => (await stat(file)).mtimeMs < before
      for (const [at, { file }] of segments.entries()) {
        const following = segments[at + 1]
        const isApplied = following ? following.first <= n + 1 : isFinished
        if (!isApplied || !(await isOld(file))) return false
        if (following) await rm(file)
      }
      if (!isFinished) return false
      await remove(stream)
      return true
    },
    async end() {
      isClosed = true
      await lane
      await endStream()
    },
    async close() {
      for (const lock of locks.values()) await lock.release()
    },
  }
}

/**
 * Reads the log's ID, which is created with the folder. If the operator removes the file, the next database
 * that opens the log can use it.
 *
 * @returns the ID, and whether it is new
 */
function idOf(folder: string): { id: string; isNew: boolean } {
  const file = path.join(folder, 'id')
  let isNew = false
  if (!existsSync(file)) {
    // It appears with its text, or not at all: a process that reads it half written would take no events.
    const draft = `${file}.${randomUUID()}`
    try {
      writeFileSync(draft, randomUUID(), { mode: 0o600, flag: 'wx', flush: true })
      linkSync(draft, file)
      isNew = true
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    } finally {
      rmSync(draft, { force: true })
    }
  }
  const id = readFileSync(file, 'utf8').trim()
  if (!streamName.test(id)) throw new Error(`${file} has no ID. Remove it, and start again.`)
  return { id, isNew }
}
