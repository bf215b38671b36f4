import { expect, test, vi } from 'vitest'
import { startVisitPage } from './visit-page.ts'

function openPage(address: string) {
  const location = new URL(address)
  const send = vi.fn((_request: Request) => Promise.resolve(new Response()))
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, url: string) => {
      location.href = url
    },
  }
  const page = { location, history, fetch: send } as unknown as Window & typeof globalThis
  return { page, location, send }
}

const origin = 'https://app.example'

test('a page of a visit names its store in its address and its calls, and nowhere else', async () => {
  const { page, location, send } = openPage(`${origin}/billing/card?visit=linen`)
  const nameVisit = startVisitPage(page)

  location.href = `${origin}/billing/details`
  nameVisit?.()
  expect(location.href).toBe(`${origin}/billing/details?visit=linen`)
  // Other screens are the login's.
  location.href = `${origin}/goals`
  nameVisit?.()
  expect(location.href).toBe(`${origin}/goals`)

  await page.fetch(`${origin}/billing.data`)
  await page.fetch('https://api.stripe.example/v1')
  expect(send.mock.calls.map(([request]) => request.headers.get('x-visit'))).toEqual([
    'linen',
    null,
  ])
})

test('a page of the browser’s login names none, and sends its calls as they are', () => {
  const { page, send } = openPage(`${origin}/billing`)

  expect(startVisitPage(page)).toBeNull()
  expect(page.fetch).toBe(send)
})
