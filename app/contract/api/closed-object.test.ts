import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldErrors, maxUnknownNames } from '#app/lib/web/forms.ts'
import { closedObject, closedQuery } from './closed-object.ts'

const input = closedObject({
  state: z.string().optional(),
  first_name: z.string().optional(),
  items: z.array(closedObject({ title: z.string() })).optional(),
})

const errorsOf = (value: unknown) => {
  const read = input.safeParse(value)
  return read.success ? null : fieldErrors(read.error)
}

test.each([
  ['State', 'state'],
  ['satte', 'state'],
  ['stat', 'state'],
  ['states', 'state'],
  ['stale', 'state'],
  ['status', 'state'],
  ['firstName', 'first_name'],
  ['first-name', 'first_name'],
  ['firstname', 'first_name'],
  ['product', 'items'],
  ['lineItems', 'items'],
])('%s is refused with %s in its place', (name, meant) => {
  expect(errorsOf({ [name]: 1 })).toEqual({ [name]: [`${name} isn’t a field here. Use ${meant}.`] })
})

test('a name that is near to none lists those that there are', () => {
  expect(errorsOf({ note: 1 })).toEqual({
    note: ['note isn’t a field here. Use state, first_name or items.'],
  })
})

test('several unknown fields are refused, each at its own path and at every depth', () => {
  const errors = errorsOf({ a: 1, b: 2, items: [{ title: 'Mug' }, { title: 'Jug', name: 'x' }] })

  expect(Object.keys(errors ?? {}).sort()).toEqual(['a', 'b', 'items.1.name'])
  expect(errors?.['items.1.name']).toEqual(['name isn’t a field here. Use title.'])
})

test('a body of unknown fields alone gets no endless answer', () => {
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`f${String(at)}`, 1]))

  expect(Object.keys(errorsOf(many) ?? {})).toHaveLength(maxUnknownNames)
})

/** Names of what every object has, and of what no sentence can show. */
test.each(['__proto__', 'constructor', 'toString', '', 'a\nb', '\ud800', 'x'.repeat(100_000)])(
  'the name %j is refused like any other, in one readable line',
  (name) => {
    const errors = errorsOf(JSON.parse(`{${JSON.stringify(name)}:1,"note":1}`)) ?? {}

    expect(Object.keys(errors).sort()).toEqual([name, 'note'].sort())
    const [sentence = ''] = Object.entries(errors).find(([field]) => field === name)?.[1] ?? []
    expect(sentence).toMatch(/^.{1,60} isn’t a field here\. Use state, first_name or items\.$/)
  },
)

test.each([
  ['page', 'cursor'],
  ['since', 'from'],
  ['Limit', 'limit'],
  ['per_page', 'limit'],
])('the parameter %s is refused with %s in its place', (name, meant) => {
  const query = closedQuery({
    from: z.string().optional(),
    limit: z.string().optional(),
    cursor: z.string().optional(),
  })
  const read = query.safeParse({ [name]: '1' })

  expect(read.error && fieldErrors(read.error)).toEqual({
    [name]: [`${name} isn’t a parameter here. Use ${meant}.`],
  })
})
