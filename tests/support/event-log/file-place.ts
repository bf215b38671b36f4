/** A log in files, and what can happen to them. */
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { openFileLog } from '#app/domain/events/log/file/file-log.server.ts'
import { decodeGroup } from '#app/domain/events/log/file/records.ts'
import { realDisk, type Disk } from '#app/domain/events/log/file/segments.server.ts'
import { filesOf, makeFolder, sizes } from './file-logs.ts'
import type { LogPlace } from './log-battery.ts'

/** The machine's disk, until it's given a fault. */
export function faultyDisk() {
  const disk = {
    fault: null as 'full' | 'gone' | null,
    /** Writes that wait, while it's slow. */
    waiting: null as (() => void)[] | null,
    async write(handle: FileHandle, bytes: Buffer, at: number) {
      const { waiting } = disk
      if (waiting) await new Promise<void>((resolve) => waiting.push(resolve))
      if (disk.fault === 'gone')
        throw Object.assign(new Error('input/output error'), { code: 'EIO' })
      if (disk.fault === null) return realDisk.write(handle, bytes, at)
      // The machine's full device, so the error is the system's.
      const full = await open('/dev/full', 'w')
      try {
        await full.write(bytes)
      } finally {
        await full.close()
      }
    },
  } satisfies Disk & Record<string, unknown>
  return disk
}

export function makeFilePlace(): Promise<LogPlace> {
  const folder = makeFolder()
  const disk = faultyDisk()

  function find(stream: string, wanted: number) {
    for (const file of filesOf(folder, stream)) {
      const bytes = readFileSync(file)
      for (let at = 0; ;) {
        const found = decodeGroup(bytes, at, true)
        if (found.kind !== 'group') break
        if (found.group.n === wanted) return { file, bytes, at, length: found.bytes }
        at += found.bytes
      }
    }
    throw new Error(`There is no group ${String(wanted)}.`)
  }

  return Promise.resolve({
    open: () => openFileLog(folder, { disk, sizes, retryMillis: 0 }),
    kill: (log) => log.close(),
    breakWrites(how) {
      disk.fault = how
      return () => {
        disk.fault = null
        return Promise.resolve()
      }
    },
    slowDown() {
      const waiting: (() => void)[] = []
      disk.waiting = waiting
      return async (isLast = false) => {
        await expect.poll(() => waiting.length).toBe(1)
        if (isLast) disk.waiting = null
        waiting.splice(0)[0]?.()
      }
    },
    damage(stream, n) {
      const { file, bytes, at, length } = find(stream, n)
      const place = at + length - 2
      bytes[place] = (bytes[place] ?? 0) ^ 1
      writeFileSync(file, bytes)
      return Promise.resolve()
    },
    remove(stream, n) {
      const { file, bytes, at, length } = find(stream, n)
      writeFileSync(file, Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]))
      return Promise.resolve()
    },
    date(stream, at) {
      for (const file of filesOf(folder, stream)) utimesSync(file, at / 1_000, at / 1_000)
      return Promise.resolve()
    },
    readSetAside() {
      const file = path.join(folder, 'set-aside.jsonl')
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
      return Promise.resolve(lines.map((line) => JSON.parse(line) as unknown))
    },
  })
}
