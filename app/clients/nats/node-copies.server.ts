/**
 * Copies of what this node wrote to NATS: a folder for each stream of groups, synced once a second. They are
 * what a stream that lost groups is repaired from.
 */
import { mkdirSync, readdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { EventGroup, StreamReader } from '#app/domain/events/log/event-log.ts'
import { listSegments } from '#app/domain/events/log/file/segments.server.ts'
import { openStream } from '#app/domain/events/log/file/stream-reader.server.ts'
import {
  createStreamWriter,
  type StreamWriter,
} from '#app/domain/events/log/file/stream-writer.server.ts'
import { every } from '#app/domain/events/log/turns.ts'
import { secondMillis } from '#app/lib/time.ts'

export type NodeCopies = {
  /** Writes the next group of a stream. @throws the system's error; the stream has no further copies then */
  append: (stream: string, group: EventGroup & { n: number }) => Promise<void>
  /** Groups behind a number, as far as this node has them. */
  read: (stream: string, from: number) => StreamReader
  streams: () => string[]
  /** Removes files with nothing behind a group, besides the one that is written to. */
  trim: (stream: string, n: number) => Promise<void>
  end: (stream: string) => Promise<void>
  remove: (stream: string) => Promise<void>
  close: () => Promise<void>
}

const syncMillis = secondMillis
const streamName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @param folder created when it's missing. @throws the system's error */
export function openCopies(folder: string): NodeCopies {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  /** Null: a group is missing in the copy, so nothing may follow. */
  const writers = new Map<string, StreamWriter | null>()
  const folderOf = (stream: string) => path.join(folder, stream)

  async function begin(stream: string): Promise<StreamWriter> {
    await mkdir(folderOf(stream), { mode: 0o700 })
    return createStreamWriter(folderOf(stream), { isSynced: false })
  }

  async function end(stream: string): Promise<void> {
    const writer = writers.get(stream)
    writers.delete(stream)
    await writer?.end()
  }

  const stopSyncing = every(syncMillis, async () => {
    // A disk that refuses something refuses the next group, too.
    for (const writer of writers.values()) await writer?.sync().catch(() => undefined)
  })

  return {
    async append(stream, { n, ...group }) {
      const known = writers.get(stream)
      if (known === null || (known === undefined && n > 1)) return
      try {
        const writer = known ?? (await begin(stream))
        writers.set(stream, writer)
        await writer.append(group)
      } catch (error) {
        writers.set(stream, null)
        await known?.end().catch(() => undefined)
        throw error
      }
    },
    read: (stream, from) => openStream(folderOf(stream), { from, kept: () => Infinity }),
    streams: () => readdirSync(folder).filter((name) => streamName.test(name)),
    async trim(stream, n) {
      const segments = await listSegments(folderOf(stream))
      for (const [at, { file }] of segments.entries()) {
        const following = segments[at + 1]
        if (!following || following.first > n + 1) return
        await rm(file)
      }
    },
    end,
    async remove(stream) {
      await end(stream).catch(() => undefined)
      await rm(folderOf(stream), { recursive: true, force: true })
    },
    async close() {
      stopSyncing()
      for (const stream of writers.keys()) await end(stream).catch(() => undefined)
    },
  }
}
