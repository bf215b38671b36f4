import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pixelEvent, pixelEventBatch } from '#app/contract/pixel-events.ts'
import { validateBatch, validateEvent } from './validate-events.ts'

const uuid = '3f1b0a52-6f0e-4a7e-9d3c-2b1c0d9e8f7a'
const events = [
  { id: 'a'.repeat(16), type: 'visit', page: '/' },
  ...['impression', 'hover', 'click', 'close'].map((type) => {
    return {
      id: 'Z_9-'.repeat(16),
      type,
      page: '/kettles/blau%20ü',
      nudge: 'AbC-_123',
      claim: uuid,
    }
  }),
]

/** Values that a field may have, at both sides of its bounds. */
const values = fc.oneof(
  fc.constantFrom<unknown>(
    'a'.repeat(15),
    'a'.repeat(64),
    'a'.repeat(65),
    'ä'.repeat(20),
    `/${'x'.repeat(511)}`,
    `/${'x'.repeat(512)}`,
    '/a?b',
    '/a#b',
    '/a\n',
    '/\ud800',
    'kettles',
    'AbC-_12',
    'AbC-_123\n',
    uuid.toUpperCase(),
    `${uuid}0`,
    'visit',
    'impression',
    'heartbeat',
    '',
  ),
  fc.jsonValue(),
)
const fields = ['id', 'type', 'page', 'nudge', 'claim', 'visitor', 'product', 'other', '__proto__']

/** An event with some fields changed, added or left out, as JSON brings it. */
const changedEvents = fc
  .record({
    event: fc.constantFrom(...events),
    changed: fc.array(fc.tuple(fc.constantFrom(...fields), values), { maxLength: 2 }),
    left: fc.array(fc.constantFrom(...fields), { maxLength: 1 }),
  })
  .map(({ event, changed, left }) => {
    const entries = new Map<string, unknown>([...Object.entries(event), ...changed])
    for (const name of left) entries.delete(name)
    const members = [...entries].map(([name, value]) => `"${name}":${JSON.stringify(value)}`)
    return JSON.parse(`{${members.join(',')}}`) as unknown
  })

test('an event is valid when its schema says so, with what the schema leaves of it', () => {
  const seen = { valid: 0, invalid: 0 }
  fc.assert(
    fc.property(changedEvents, (given) => {
      const parsed = pixelEvent.safeParse(given)
      const validation = validateEvent(given, [])

      seen[parsed.success ? 'valid' : 'invalid'] += 1
      expect(validation).toMatchObject({ ok: parsed.success })
      if (validation.ok) expect({ ...validation.event }).toStrictEqual(parsed.data)
    }),
    { numRuns: 5_000, seed: 37 },
  )
  expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(500)
})

test.each(events)('an event of type $type is taken as it was sent', (event) => {
  expect(validateEvent(event, [])).toStrictEqual({ ok: true, event })
})

test('a batch is valid when its schema says so', () => {
  const lists = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom([], events, Array(100).fill(1), Array(101).fill(1)),
  )
  const batches = fc.oneof(
    fc.jsonValue(),
    lists.map((list) => ({ events: list })),
  )
  fc.assert(
    fc.property(batches, (given) => {
      const parsed = pixelEventBatch.safeParse(given)
      if (parsed.success) expect(validateBatch(given)).toStrictEqual(parsed.data.events)
      else expect(() => validateBatch(given)).toThrow('Send {"events": [...]}')
    }),
    { numRuns: 1_000, seed: 37 },
  )
})
