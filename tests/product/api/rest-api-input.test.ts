/** Input that the REST API refuses: each with a sentence, and nothing is stored. */
import { expect, test } from 'vitest'
import { createWorld } from '../../support/world.ts'

const order = { kind: 'purchase', id: 'order-1', occurred_at: '2026-03-02T09:00:00Z' }
const review = { id: 'review-1', occurred_at: '2026-03-02T09:00:00Z', stars: 5 }
const product = { title: 'Oak board' }

/** Addresses that take a body, with one that they accept. */
const writes = [
  ['POST', 'activities', order, 'id'],
  ['POST', 'reviews', review, 'id'],
  ['PUT', 'products/oak', product, 'title'],
  ['POST', 'goals', { kind: 'order', name: 'Order' }, 'name'],
] as const

type Raw = { body: string | Uint8Array<ArrayBuffer>; type?: string }
const json = (value: unknown): Raw => ({ body: JSON.stringify(value) })

/** By what is wrong; `field` holds a text that the address requires. */
const wrong: Record<string, (valid: object, field: string) => [Raw, number]> = {
  'a number for a text': (valid, field) => [json({ ...valid, [field]: 7 }), 422],
  'a list for a text': (valid, field) => [json({ ...valid, [field]: ['x'] }), 422],
  'null for a text': (valid, field) => [json({ ...valid, [field]: null }), 422],
  'nothing for a text': (valid, field) => [json({ ...valid, [field]: undefined }), 422],
  'an empty text': (valid, field) => [json({ ...valid, [field]: '  ' }), 422],
  '300 characters': (valid, field) => [json({ ...valid, [field]: 'x'.repeat(300) }), 422],
  'a megabyte': (valid, field) => [json({ ...valid, [field]: 'x'.repeat(1024 * 1024) }), 413],
  'a NUL': (valid, field) => [json({ ...valid, [field]: 'a\u0000b' }), 422],
  'a broken character': (valid, field) => [json({ ...valid, [field]: '\ud83d' }), 422],
  'broken JSON': (valid) => [{ body: JSON.stringify(valid).slice(0, -1) }, 400],
  'no body': () => [{ body: '' }, 400],
  'bytes that are no UTF-8': (valid, field) => [
    {
      body: new Uint8Array(
        Buffer.from(JSON.stringify({ ...valid, [field]: 'M\xfcnch' }), 'latin1'),
      ),
    },
    400,
  ],
  'another media type': (valid) => [{ ...json(valid), type: 'text/plain' }, 415],
  'a form': () => [{ body: 'a=b', type: 'application/x-www-form-urlencoded' }, 415],
  'a list': (valid) => [json([valid]), 422],
  'a text': () => [json('text'), 422],
}

async function shop() {
  const world = await createWorld()
  const site = await world.site()
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const call = (method: string, path: string, { body, type = 'application/json' }: Raw) =>
    fetch(`/api/v1/sites/${site.uuid}/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
      ...(method === 'GET' ? {} : { body }),
    })
  const read = (path: string) => call('GET', path, { body: '' })
  const countRows = async () => {
    const { rows } = await world.services.pool.query<{ total: number }>(`
      select ((select count(*) from activities) + (select count(*) from products)
        + (select count(*) from goals))::int as total`)
    return rows[0]?.total
  }
  return { world, site, call, read, countRows }
}

test.each(writes)('%s %s refuses what is wrong', async (method, path, valid, field) => {
  const { call, countRows } = await shop()

  const differences: string[] = []
  for (const [what, make] of Object.entries(wrong)) {
    const [raw, status] = make(valid, field)
    const answer = await call(method, path, raw)
    const problem = (await answer.json()) as { message?: string; errors?: object }
    const isProblem = answer.headers.get('Content-Type') === 'application/problem+json'
    const isSentence = /^[A-Z].*\.$/.test(problem.message ?? '')
    if (answer.status !== status || !isProblem || !isSentence) {
      differences.push(`${what}: ${String(answer.status)} ${JSON.stringify(problem)}`)
    }
  }

  expect(differences).toEqual([])
  expect(await countRows()).toBe(0)
})

test.each(writes)('%s %s takes any script', async (method, path, valid, field) => {
  const { call } = await shop()
  const text = '👟 <b>שלום</b> \u202eabc & "x"'

  const answer = await call(method, path, json({ ...valid, [field]: text }))

  const body = await answer.text()
  // Titles are stored as visitors read them.
  const stored = field === 'title' ? '👟 שלום \u202eabc & "x"' : text
  expect([answer.status, JSON.parse(body)]).toEqual([
    201,
    { data: expect.objectContaining({ [field]: stored }) as object },
  ])
  expect(answer.headers.get('Content-Type')).toContain('application/json')
})

test.each([
  ['three years ago', '2023-03-02T10:00:00Z'],
  ['tomorrow', '2026-03-03T10:00:00Z'],
  ['without a zone', '2026-03-02T10:00:00'],
  ['no date', 'yesterday'],
  ['30 February', '2026-02-30T10:00:00Z'],
  ['of the year 0', '0000-01-01T00:00:00Z'],
])('a review of %s is refused at its time', async (_when, occurred_at) => {
  const { call, countRows } = await shop()

  const answer = await call('POST', 'reviews', json({ ...review, occurred_at }))

  expect(answer.status).toBe(422)
  expect(Object.keys(((await answer.json()) as { errors: object }).errors)).toEqual(['occurred_at'])
  expect(await countRows()).toBe(0)
})

test.each([
  [{ stars: 0 }, 'stars'],
  [{ stars: 6 }, 'stars'],
  [{ stars: 4.5 }, 'stars'],
  [{ stars: '5' }, 'stars'],
  [{ body: 'x'.repeat(2001) }, 'body'],
  [{ body: 'a\u0007b' }, 'body'],
])('a review with %o is refused at %s', async (fields, field) => {
  const { call } = await shop()

  const answer = await call('POST', 'reviews', json({ ...review, ...fields }))

  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ errors: { [field]: [expect.any(String)] } })
})

test.each([
  [{ price: -1, currency: 'EUR' }, 'price'],
  [{ price: 3 }, 'currency'],
  [{ price: 3, currency: 'euro' }, 'currency'],
  [{ stock: 1.5 }, 'stock'],
  [{ stock: -1 }, 'stock'],
  [{ stock: 3e9 }, 'stock'],
  [{ is_available: 'yes' }, 'is_available'],
  [{ url: 'javascript:alert(1)' }, 'url'],
  [{ url: 'https://user:secret@shop.example/' }, 'url'],
  [{ url: `https://shop.example/${'ü'.repeat(1000)}` }, 'url'],
  [{ image: 'data:image/png;base64,AA' }, 'image'],
])('a product with %o is refused at %s', async (fields, field) => {
  const { call, countRows } = await shop()

  const answer = await call('PUT', 'products/oak', json({ ...product, ...fields }))

  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ errors: { [field]: [expect.any(String)] } })
  expect(await countRows()).toBe(0)
})

test.each([
  ['products/%20', 422],
  [`products/${'x'.repeat(201)}`, 422],
  ['products/%00', 404],
  ['products/%ff', 404],
  ['products/a%2Fb', 201],
  ['products/%F0%9F%91%9F', 201],
])('PUT %s is answered %i', async (path, status) => {
  const { call } = await shop()

  const answer = await call('PUT', path, json(product))

  expect(answer.status).toBe(status)
})

const lists = ['activities', 'reviews', 'products', 'nudges']
const badCursors = ['x', '%00', 'bnVkZ2UgeA', 'cHJvZHVjdCAA', '9'.repeat(1201), '%F0%9F%91%9F']
const queries = [
  ...['0', '101', '-1', '1.5', 'x', ''].map((limit) => [`limit=${limit}`, 'limit'] as const),
  ...badCursors.map((cursor) => [`cursor=${cursor}`, 'cursor'] as const),
]

test.each(lists)('the list of %s refuses wrong limits and cursors at their field', async (list) => {
  const { read } = await shop()

  for (const [query, field] of queries) {
    const answer = await read(`${list}?${query}`)
    const { errors } = (await answer.json()) as { errors: object }
    expect([query, answer.status, Object.keys(errors)]).toEqual([query, 422, [field]])
  }
})

test.each([
  ['activities?from=yesterday', 'from'],
  ['activities?from=2026-03-01', 'from'],
  ['activities?to=2026-02-30T00:00:00Z', 'to'],
  ['activities?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', 'to'],
  ['activities?state=live', 'state'],
  ['reviews?state=%00', 'state'],
  ['statistics?from=2026-03-01', 'from'],
  ['statistics?from=2026-02-30&to=2026-03-01', 'from'],
  ['statistics?from=2026-03-02&to=2026-03-01', 'to'],
  ['statistics?from=2026-03-01&to=2026-03-03', 'to'],
  ['statistics?from=1999-01-01&to=2026-03-01', 'from'],
  ['statistics?from=2024-01-01&to=2026-03-01', 'from'],
  ['statistics?from=2026-01-01&to=2026-03-01&by=hour', 'from'],
  ['statistics?by=month', 'by'],
  ['statistics?nudge=1', 'nudge'],
  ['statistics?page=home', 'page'],
  ['statistics?page=/%00', 'page'],
  ['statistics?device=fridge', 'device'],
  ['statistics?country=Germany', 'country'],
  ['statistics?by=hour&device=mobile', 'device'],
])('GET %s is refused at %s', async (path, field) => {
  const { read } = await shop()

  const answer = await read(path)

  expect(answer.status).toBe(422)
  const { errors } = (await answer.json()) as { errors: Record<string, string[]> }
  expect(Object.keys(errors)).toEqual([field])
  expect(errors[field]?.[0]).toMatch(/^[A-Z].*\.$/)
})
