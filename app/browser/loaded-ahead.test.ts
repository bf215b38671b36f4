import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoadedAhead } from './loaded-ahead.ts'

const origin = 'https://footfall.test'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A page whose server counts its answers. */
function openPage(status = 200) {
  const asked: string[] = []
  const page = {
    location: { origin },
    fetch: ((input, init) => {
      const isAhead = new Headers(init?.headers).get('Purpose') === 'prefetch'
      asked.push(
        `${isAhead ? 'ahead ' : ''}${input instanceof Request ? input.url : input.toString()}`,
      )
      const state = isAhead ? status : 200
      return Promise.resolve(new Response(`answer ${String(asked.length)}`, { status: state }))
    }) as typeof fetch,
  }
  const former = page.fetch
  const ahead = createLoadedAhead(page)
  const text = async (path: string, init?: RequestInit) =>
    (await page.fetch(new URL(path, origin), init)).text()
  return { ahead, asked, page, former, text }
}

test('a navigation gets what was loaded, once, whichever routes it asks for', async () => {
  const { ahead, asked, text } = openPage()
  ahead.load('/goals', '?sort=name')

  expect(await text('/goals.data?sort=name&_routes=routes%2Fgoals')).toBe('answer 1')
  expect(await text('/goals.data?sort=name')).toBe('answer 2')
  expect(asked).toHaveLength(2)
})

test('home has an address of its own', async () => {
  const { ahead, asked, text } = openPage()
  ahead.load('/', '')

  expect(await text('/_root.data')).toBe('answer 1')
  expect(asked).toEqual([`ahead ${origin}/_root.data`])
})

test('pointing again asks again only after a few seconds, and so does the click', async () => {
  const { ahead, asked, text } = openPage()
  ahead.load('/goals', '')
  vi.advanceTimersByTime(4_000)
  ahead.load('/goals', '')
  expect(asked).toHaveLength(1)
  vi.advanceTimersByTime(1_000)

  expect(await text('/goals.data')).toBe('answer 2')
})

test.each(['POST', 'delete'])('%s forgets everything, as it may change it', async (method) => {
  const { ahead, text } = openPage()
  ahead.load('/goals', '')
  await text('/nudges/1.data', { method })

  expect(await text('/goals.data')).toBe('answer 3')
})

test('data requested during a change is discarded with the change’s response', async () => {
  const { ahead, page, text } = openPage()
  const change = page.fetch(`${origin}/goals.data`, { method: 'POST' })
  ahead.load('/goals', '')
  await change

  expect(await text('/goals.data')).toBe('answer 3')
})

test.each([401, 500])(
  'an answer of %d isn’t kept: the click shows what is wrong',
  async (status) => {
    const { ahead, text } = openPage(status)
    ahead.load('/goals', '')

    expect(await text('/goals.data')).toBe('answer 2')
  },
)

test('a pointer over a long list leaves the last few', async () => {
  const { ahead, text } = openPage()
  for (let number = 1; number <= 7; number += 1) ahead.load(`/nudges/${String(number)}`, '')

  expect(await text('/nudges/1.data')).toBe('answer 8')
  expect(await text('/nudges/2.data')).toBe('answer 2')
})

test('ending restores the page’s fetch', () => {
  const { ahead, page, former } = openPage()
  ahead.end()
  expect(page.fetch).toBe(former)
})
