/**
 * Groups as bytes in a file. The head has 32 bytes, little endian: mark (4), checksum of everything
 * behind it (4), length of the text (4), number of events (4), number of the group (8) and when it was
 * received (8), the last two as doubles. The text in UTF-8 follows.
 */
import { crc32 } from 'node:zlib'
import type { NumberedGroup } from '../event-log.ts'

export const headBytes = 32

/** Begins each group. Text never contains it, since it isn't UTF-8. */
const mark = 0xfe_c0_f0_ff
const markBytes = Buffer.alloc(4)
markBytes.writeUInt32LE(mark)

/** More than any group has: the queue of reports holds half of it. */
const maxTextBytes = 64 * 1024 * 1024

export function encodeGroup({ events, body, at, n }: NumberedGroup): Buffer {
  const length = Buffer.byteLength(body)
  const record = Buffer.allocUnsafe(headBytes + length)
  record.writeUInt32LE(mark, 0)
  record.writeUInt32LE(length, 8)
  record.writeUInt32LE(events, 12)
  record.writeDoubleLE(n, 16)
  record.writeDoubleLE(at, 24)
  record.write(body, headBytes, 'utf8')
  record.writeUInt32LE(crc32(record.subarray(8)), 4)
  return record
}

/**
 * - `end`: nothing was written here.
 * - `more`: the bytes end before the group does.
 * - `torn`: a group that was written in part.
 * - `damaged`: a group that was written as a whole and changed afterwards.
 */
type Found =
  | { kind: 'group'; group: NumberedGroup; bytes: number }
  | { kind: 'more'; bytes: number }
  | { kind: 'end' | 'torn' | 'damaged' }

/** @param isAll the file has no bytes behind these */
export function decodeGroup(bytes: Buffer, at: number, isAll: boolean): Found {
  if (at + headBytes > bytes.length) {
    if (!isAll) return { kind: 'more', bytes: headBytes }
    return { kind: isEmpty(bytes.subarray(at)) ? 'end' : 'torn' }
  }
  const length = bytes.readUInt32LE(at + 8)
  if (bytes.readUInt32LE(at) !== mark) {
    if (isEmpty(bytes.subarray(at, at + headBytes))) return { kind: 'end' }
    return { kind: isPartOfMark(bytes.subarray(at, at + 4)) ? 'torn' : 'damaged' }
  }
  // Bytes that a write left out are still zero, so a length that is there in part is never too large.
  if (length > maxTextBytes) return { kind: 'damaged' }
  if (length === 0) return { kind: 'torn' }
  const end = at + headBytes + length
  if (end > bytes.length) return isAll ? { kind: 'torn' } : { kind: 'more', bytes: end - at }
  if (crc32(bytes.subarray(at + 8, end)) !== bytes.readUInt32LE(at + 4)) {
    // A text has no zeros, and a new file has nothing else.
    const isWhole = !bytes.subarray(at + headBytes, end).includes(0)
    return { kind: isWhole ? 'damaged' : 'torn' }
  }
  const group = {
    n: bytes.readDoubleLE(at + 16),
    at: bytes.readDoubleLE(at + 24),
    events: bytes.readUInt32LE(at + 12),
    body: bytes.toString('utf8', at + headBytes, end),
  }
  return { kind: 'group', group, bytes: end - at }
}

/** The first whole group behind a place whose number is not lower than another, and where it begins. */
export function findGroup(
  bytes: Buffer,
  from: number,
  least: number,
): { n: number; at: number } | null {
  for (let at = bytes.indexOf(markBytes, from); at !== -1; at = bytes.indexOf(markBytes, at + 1)) {
    const found = decodeGroup(bytes, at, true)
    if (found.kind === 'group' && found.group.n >= least) return { n: found.group.n, at }
  }
  return null
}

/** A page is written or not, so the bytes that are missing can be the first ones as well as the last ones. */
const isPartOfMark = (bytes: Buffer) =>
  bytes.every((byte, index) => byte === 0 || byte === markBytes[index])

const isEmpty = (bytes: Buffer) => bytes.every((byte) => byte === 0)
