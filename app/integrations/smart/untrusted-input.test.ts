/** Deliveries and mappings are written by strangers: nothing they contain fails, or takes long. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthOf, mostGrowth, testLinearCosts } from '#tests/support/growth.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { factOf, isActivity } from '../record.ts'
import { applyMapping } from './apply-mapping.ts'
import { flattenSample } from './flatten.ts'
import { mappedFields, mappedKinds, mapping, type Mapping } from './mapping.ts'
import { maskValue } from './mask.ts'
import type { Tree } from './pointer.ts'
import { maxBodyBytes, readBody } from './read-body.ts'
import { runStep } from './run-step.ts'
import { dateFormats, readDate } from './dates.ts'
import { suggestMapping } from './suggest.ts'

const receivedAt = new Date('2026-03-01T10:00:00Z')
const query = new URLSearchParams()
const keys = fc.oneof(
  fc.constantFrom(
    ...'id name email total currency items line_items events stars rating text created status type __proto__ constructor'.split(
      ' ',
    ),
  ),
  fc.string({ maxLength: 6 }),
)
const leaf = fc.oneof(
  fc.string(),
  fc.constantFrom('Ann', 'a@b.example', '12.50', '2026-01-31', 'USD', 'https://x.example/a.png'),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium', maxDepth: 6 },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc
      .array(fc.tuple(keys, tie('tree')), { maxLength: 6 })
      .map((entries): Tree => Object.fromEntries(entries)),
  ),
}))

const path = fc
  .array(fc.oneof(keys, fc.constantFrom('0', '1')), { maxLength: 4 })
  .chain((parts) => fc.constantFrom(`/${parts.join('/')}`, `@/${parts.join('/')}`, '$received', ''))
const step = fc.oneof(
  fc.constantFrom(
    ...'trim lower upper title_case first_word last_word initial strip_html decimal minor_units integer country_iso2 https_url'.split(
      ' ',
    ),
  ),
  fc.record({ date: fc.constantFrom(...dateFormats) }),
  fc.record({ rating: fc.record({ max: fc.constantFrom(5, 10) }) }),
  fc.record({ truncate: fc.integer({ min: 1, max: 20 }) }),
  fc.record({
    replace: fc.record({ from: fc.constantFrom('a', '.'), to: fc.string({ maxLength: 9 }) }),
  }),
  fc.record({ default: fc.oneof(fc.string({ maxLength: 9 }), fc.double(), fc.boolean()) }),
  fc.record({
    join: fc.record({ sep: fc.constant(' '), at: fc.array(path, { minLength: 1, maxLength: 2 }) }),
  }),
)
const source = fc.record({
  at: fc.array(path, { maxLength: 3 }),
  do: fc.array(step, { maxLength: 4 }),
})
const document = fc.record(
  {
    v: fc.constant(1),
    kind: fc.constantFrom(...mappedKinds),
    each: fc.constantFrom('', '/items', '/events'),
    items: fc.constantFrom('/items', '@/line_items'),
    id: fc.array(path, { maxLength: 2 }),
    set: fc.dictionary(fc.constantFrom(...mappedFields), source),
  },
  { requiredKeys: ['v', 'kind', 'set'] },
)

/** Undefined: the data can't be stored, which is said in the problems instead. */
function storable(applied: ReturnType<typeof applyMapping>) {
  for (const record of applied.records) if (isActivity(record)) factOf(record)
}

test('no tree and no mapping throws, and every record can be stored', () => {
  let applied = 0
  fc.assert(
    fc.property(tree, document, (data, given) => {
      const chosen = mapping.safeParse(given)
      if (!chosen.success) return
      applied += 1
      storable(applyMapping(chosen.data, data, receivedAt))
    }),
    { numRuns: 3_000 },
  )

  expect(applied).toBeGreaterThan(300)
})

test('the mapping suggested for any tree can read it', () => {
  fc.assert(
    fc.property(tree, (data) => {
      const { mapping: suggested } = suggestMapping(data)
      flattenSample(data, maskValue)
      if (suggested) storable(applyMapping(mapping.parse(suggested), data, receivedAt))
    }),
    { numRuns: 3_000 },
  )
})

test('any text is a tree or a bad record', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom('', 'application/json', 'text/plain'),
      (text, contentType) => {
        try {
          readBody({ contentType, query, text })
        } catch (error) {
          expect(error).toBeInstanceOf(BadRecord)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('objects stay as they are', () => {
  const body =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"email":"a@b.example"}'
  const data = readBody({ contentType: '', query, text: body })

  suggestMapping(data)
  flattenSample(data)

  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(flattenSample(data).map(({ path: one }) => one)).toEqual(['/email'])
})

const everything: Mapping = mapping.parse({
  v: 1,
  kind: 'purchase',
  items: '/items',
  when: [{ at: '/a', op: 'ne', value: '(a+)+$' }],
  set: Object.fromEntries(
    mappedFields.map((field) => [
      field,
      {
        at: ['/a', '@/a'],
        do: ['trim', 'title_case', 'strip_html', 'first_word', { default: 'x' }],
      },
    ]),
  ),
})

const readers = ['application/json', 'application/x-www-form-urlencoded', 'text/plain'].map(
  (type) => ({
    name: `readBody as ${type}`,
    read: (text: string) => {
      try {
        const data = readBody({ contentType: type, query, text })
        suggestMapping(data)
        flattenSample(data, maskValue)
        applyMapping(everything, data, receivedAt)
      } catch (error) {
        if (!(error instanceof BadRecord)) throw error
      }
    },
    longest: maxBodyBytes - 20,
  }),
)

testLinearCosts([
  ...readers.flatMap((reader) => [
    { ...reader, pieces: ['[', '{"a":', '"', '\\', 'a=', 'a[b]=&', ' ', '<', '&', '%'], end: '' },
    {
      ...reader,
      name: `${reader.name}, a text`,
      pieces: ['a', '<b>', '&amp;', ' '],
      start: '{"a":"',
      end: '"}',
    },
    {
      ...reader,
      name: `${reader.name}, a list`,
      pieces: ['{"a":"x"},', '1,', '[],'],
      start: '{"items":[',
      end: '1]}',
    },
  ]),
  {
    name: 'readDate',
    read: (text) => dateFormats.map((format) => readDate(text, { format })),
    longest: 2048,
    pieces: ['1', ' ', '-', '1/', '2026-'],
  },
  {
    name: 'the steps for texts',
    read: (text) =>
      (
        ['title_case', 'decimal', 'country_iso2', 'https_url', 'strip_html', 'last_word'] as const
      ).map((one) => runStep(one, text, { currency: 'EUR', textsAt: () => [] })),
    longest: 2048,
    pieces: ['a', ' ', '-', '1,', "'", '<', '//', 'É '],
  },
])

test('a delivery with many keys is read in linear time', async () => {
  const wide = (length: number) =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: length / 12 }, (_, index) => [`k${index}`, 1])),
    )

  const growth = await growthOf(
    (text) => {
      const data = readBody({ contentType: '', query, text })
      suggestMapping(data)
      applyMapping(everything, data, receivedAt)
    },
    wide,
    maxBodyBytes - 1000,
  )

  expect(growth).toBeLessThan(mostGrowth)
})

/** The most expensive mapping that can be saved, of the most expensive delivery. */
const greedySteps = [
  'trim',
  { replace: { from: 'a', to: 'a'.repeat(100) } },
  { join: { sep: ' ', at: ['/long', '/long', '@/a', '@/a', '@/a'] } },
  'title_case',
  'strip_html',
  { truncate: 2000 },
  'strip_html',
  'country_iso2',
]
const greedy = {
  v: 1,
  kind: 'purchase',
  each: '/list',
  items: '/items',
  id: ['@/a'],
  set: Object.fromEntries(
    mappedFields.map((field) => [
      field,
      { at: ['@/a', '@/a', '@/a', '@/a', '/long'], do: greedySteps },
    ]),
  ),
}
const needle = `${'a'.repeat(199)}b`
const hungry = {
  v: 1,
  kind: 'purchase',
  each: '/list',
  set: {},
  when: [{ at: '/long', op: 'exists' }],
  states: {
    refunded: Array<object>(10).fill({ at: '/long', op: 'contains', value: needle }),
    cancelled: Array<object>(10).fill({ at: '/list', op: 'contains', value: 'x' }),
  },
}
const heavy: Tree = {
  long: 'a'.repeat(2000),
  items: Array.from({ length: 50 }, () => ({ a: 'a'.repeat(2000) })),
  list: Array.from({ length: 50 }, () => ({ a: 'a'.repeat(2000) })),
}

/** Milliseconds of the shortest of several runs, which other work on the machine disturbs least. */
const shortest = (run: () => void) =>
  Math.min(
    ...[1, 2, 3, 4, 5].map(() => {
      const before = performance.now()
      run()
      return performance.now() - before
    }),
  )

// A delivery is read in any case, which takes a tenth of a millisecond: other requests wait for a tenth of a second.
test.each([
  ['fields', greedy, 0],
  ['conditions', hungry, 50],
])('the most expensive %s take at most as long as a thousand readings', (_name, document, most) => {
  const chosen = mapping.parse(document)
  const text = JSON.stringify(heavy)
  const reading = shortest(() => {
    for (let count = 0; count < 100; count += 1) JSON.parse(text)
  })

  const took = shortest(() => {
    expect(applyMapping(chosen, heavy, receivedAt).records.length).toBeLessThanOrEqual(most)
  })

  expect(took).toBeLessThan(10 * reading)
})
