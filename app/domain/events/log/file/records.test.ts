/** A write that is there in part is torn, and a group that changed afterwards is damaged. */
import { expect, test } from 'vitest'
import { decodeGroup, encodeGroup, headBytes } from './records.ts'

const record = encodeGroup({ n: 7, at: 1_000, events: 1, body: `{"a":"${'x'.repeat(250)}"}` })

/** In a file with room behind it. */
const found = (bytes: Buffer) =>
  decodeGroup(Buffer.concat([bytes, Buffer.alloc(100)]), 0, true).kind

test('only the first bytes of a group were written, however few: it is torn', () => {
  for (let length = 1; length < record.length; length += 1) {
    const part = Buffer.alloc(record.length)
    record.copy(part, 0, 0, length)
    expect(found(part), `${String(length)} bytes`).toBe('torn')
  }
})

test('a group crosses a page, and only the second page was written: it is torn', () => {
  for (let missing = 1; missing < record.length; missing += 1) {
    const part = Buffer.from(record).fill(0, 0, missing)
    // Without anything of the head, it looks like room, and what follows is looked through.
    const kind = missing < headBytes ? 'torn' : 'end'
    expect(found(part), `${String(missing)} bytes`).toBe(kind)
  }
})

test('any bit of a whole group is another: it is damaged', () => {
  for (let bit = 0; bit < 8 * record.length; bit += 1) {
    const changed = Buffer.from(record)
    const at = Math.floor(bit / 8)
    changed[at] = (changed[at] ?? 0) ^ (1 << (bit % 8))
    expect(['damaged', 'torn'], `bit ${String(bit)}`).toContain(found(changed))
    // With a length that is too large, the group ends in the unused space behind it, like a torn group.
    const isLength = at >= 8 && at < 12
    if (!isLength) expect(found(changed), `bit ${String(bit)}`).toBe('damaged')
  }
})
