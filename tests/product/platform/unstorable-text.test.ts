/**
 * Text with U+0000 or half of a surrogate pair, at each kind of door to the database, beside values that
 * are valid: it is refused with a sentence, and is no error of ours (docs/threats.md T55).
 */
import { expect, test } from 'vitest'
import { createWorld, type World } from '../../support/world.ts'

const nudge = (settings: object) =>
  JSON.stringify({ type: 'purchase', surface: 'popup', settings: { name: 'Orders', ...settings } })
const page = (value: string) => ({ rules: { pages: [{ match: 'contains', value }] } })

type Door = { path: string; method?: string; body?: string | URLSearchParams; status: number }

const doors: Record<string, Door> = {
  'the search of orders': { path: '/data-feeds?text=a%00b', status: 400 },
  'the search of products': { path: '/data-feeds/products?text=a%00b', status: 400 },
  'the search of nudges': { path: '/popup-nudges/list?text=a%00b', status: 400 },
  'a search for data': { path: '/data-feeds.data?text=a%00b', status: 400 },
  'a support request': {
    path: '/support',
    body: new URLSearchParams({ subject: 'a\0b', message: 'How do I begin?' }),
    status: 422,
  },
  'the shop of a login': {
    path: '/account/devices',
    body: new URLSearchParams({ intent: 'end-shop', shop: 'a\0' }),
    status: 422,
  },
  'a view that is saved': {
    path: '/popup-nudges/list',
    body: new URLSearchParams({ view: 'a\0' }),
    status: 422,
  },
  'the name of a nudge': {
    path: '/api/v1/sites/{site}/nudges',
    body: nudge({ name: 'a\0b' }),
    status: 422,
  },
  'a page of a rule': {
    path: '/api/v1/sites/{site}/nudges',
    body: nudge(page('/a\0')),
    status: 422,
  },
  'half of a pair in a rule': {
    path: '/api/v1/sites/{site}/nudges',
    body: nudge(page('/a\ud800')),
    status: 422,
  },
}

test.each(Object.entries(doors))('%s', async (_name, { path, body, status }) => {
  const { world, ask } = await begin()

  const answer = await ask(path, body)

  expect({ status: answer.status, errors: world.takeErrors() }).toEqual({ status, errors: [] })
  expect(await answer.text()).toMatch(/can’t be stored|couldn’t read this address/)
})

async function begin(): Promise<{
  world: World
  ask: (path: string, body?: string | URLSearchParams) => Promise<Response>
}> {
  const world = await createWorld()
  const site = await world.site()
  const token = await world.token(site.team)
  const { fetch, baseUrl } = await world.serve()
  return {
    world,
    ask: (path, body) =>
      fetch(path.replace('{site}', site.uuid), {
        headers: {
          ...(path.startsWith('/api/')
            ? { Authorization: `Bearer ${token}` }
            : { Cookie: site.owner.cookie, Origin: baseUrl }),
          ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(body === undefined ? {} : { method: 'POST', body }),
      }),
  }
}
