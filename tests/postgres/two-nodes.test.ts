/** A journey over two nodes of the built product that log events first, on one database and without stickiness. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { EventAnswer } from '#app/contract/pixel-events.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { copyPostgresTemplate } from '../support/database.ts'
import { browser, newEventId, visitEvent } from '../support/pages.ts'
import { startProductServer, type ProductServer } from '../support/product-server.ts'

const person = { email: 'ann@shop.example', password: 'correct horse battery' }
const siteUrl = 'https://shop.example'

async function openNodes() {
  const databaseUrl = await copyPostgresTemplate()
  const environment = {
    APP_KEY: randomBytes(32).toString('base64'),
    APP_URL: 'http://localhost:3000',
    EVENT_LOG: 'file',
    LOG_LEVEL: 'error',
  }
  const nodes = await Promise.all(
    [1, 2].map(async () => {
      const node = await startProductServer({ databaseUrl, environment })
      onTestFinished(() => node.remove())
      return node
    }),
  )
  const [one, other] = nodes
  if (!one || !other) throw new Error('There are no two nodes.')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  const account = ['--email', person.email, '--password', person.password]
  const created = await one.cli('create-account', ...account, '--site-url', siteUrl)
  return { one, other, client, uuid: String(created['site']) }
}

/** As behind a proxy, where both have one address. */
const post = ({ baseUrl }: ProductServer, path: string, fields: object, cookie = '') =>
  fetch(baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: 'http://localhost:3000', Cookie: cookie },
    body: new URLSearchParams({ ...fields }),
  })

async function logIn(node: ProductServer): Promise<string> {
  const answer = await post(node, '/auth/login', person)
  expect(answer.status).toBe(302)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.slice(0, cookie.indexOf(';')))
    .join('; ')
}

async function report({ baseUrl }: ProductServer, uuid: string, ids: readonly string[]) {
  const answer = await fetch(`${baseUrl}/api/pixel/${uuid}/events`, {
    method: 'POST',
    headers: {
      Origin: siteUrl,
      'User-Agent': browser,
      'Content-Type': 'text/plain',
      Prefer: 'wait=30',
    },
    body: JSON.stringify({ events: ids.map((id) => visitEvent(id)) }),
  })
  return ((await answer.json()) as EventAnswer).outcomes.map(({ outcome }) => outcome)
}

async function isPaused({ baseUrl }: ProductServer, uuid: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/api/pixel/${uuid}`)
  return ((await answer.json()) as PixelPayload).withheld === 'paused'
}

test('people and pages use either node, and a node that ends leaves nothing uncounted', async () => {
  const { one, other, client, uuid } = await openNodes()
  const numberOf = async (text: string) => {
    const { rows } = await client.query<unknown[]>({ text: `select ${text}`, rowMode: 'array' })
    return Number(rows[0]?.[0])
  }

  // A person logs in on one node, and changes something on the other.
  const cookie = await logIn(one)
  const known = await fetch(`${other.baseUrl}/api/user`, { headers: { Cookie: cookie } })
  expect([known.status, await known.text()]).toEqual([200, expect.stringContaining(person.email)])
  expect(await isPaused(one, uuid)).toBe(false)
  const paused = await post(other, '/?index', { intent: 'pause' }, cookie)
  expect(paused.status).toBeLessThan(400)
  await expect.poll(() => isPaused(one, uuid)).toBe(true)
  const resumed = await post(one, '/?index', { intent: 'resume' }, cookie)
  expect(resumed.status).toBeLessThan(400)
  await expect.poll(() => isPaused(other, uuid)).toBe(false)

  // A page reports each event to both, at the same moment.
  const ids = Array.from({ length: 20 }, newEventId)
  const [first, second] = await Promise.all([report(one, uuid, ids), report(other, uuid, ids)])
  const outcomes = ids.map((_id, nth) => [first[nth], second[nth]].sort())
  expect(outcomes).toEqual(ids.map(() => ['accepted', 'duplicate']))

  // The other node ends while pages report to it.
  let isEnding = false
  const taken = [...ids]
  const sending = Array.from({ length: 4 }, async () => {
    while (!isEnding) {
      const id = newEventId()
      const answered = await report(other, uuid, [id]).catch(() => null)
      if (answered === null) return
      if (answered[0] === 'accepted' || answered[0] === 'taken') taken.push(id)
    }
  })
  await expect.poll(() => taken.length).toBeGreaterThan(ids.length + 20)
  const code = await other.stop()
  isEnding = true
  await Promise.all(sending)
  expect(code).toBe(0)

  const stored = await client.query<{ id: string }>('select id from pixel_events')
  expect(stored.rows.map(({ id }) => id)).toEqual(expect.arrayContaining(taken))
  const rows = stored.rows.length
  expect(await numberOf('count(distinct id) from pixel_events')).toBe(rows)
  expect(await numberOf('sum(total) from hourly_events')).toBe(rows)
  await one.stop()
  expect(await numberOf('count(*) from event_streams where ended_at is null')).toBe(0)
  expect(await one.cli('recount')).toEqual({ repaired: false, differences: [] })
}, 180_000)
