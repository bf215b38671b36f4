import { data } from '@remix-run/react'
import { expect, test } from 'vitest'
import { createScreenKeeper, type LoadStrategy, type ScreenRouter } from './keep-screen.ts'

const lost = new TypeError('Failed to fetch')
const screenData = { layout: 'frame', support: 'form' }

/** A page that shows /support, at the third entry of the history. */
function createPage() {
  let entry = 2
  let report: (state: ScreenRouter['state']) => void = () => undefined
  const pending = new AbortController()
  const went: (string | number)[] = []
  const faults: unknown[] = []
  const state = {
    location: { pathname: '/support', search: '', hash: '#form', state: null },
    loaderData: screenData,
    errors: null as object | null,
    fetchers: new Map([['preview', { data: 'former preview' }]]),
    navigation: { state: 'loading' },
  }
  const router: ScreenRouter = {
    state,
    navigate: (to: string | number) => {
      went.push(to)
      pending.abort()
      return Promise.resolve()
    },
    subscribe: (listener) => {
      report = listener
      return () => undefined
    },
  }
  const keeper = createScreenKeeper({
    router: () => router,
    entry: () => entry,
    report: (fault) => faults.push(fault),
    pause: () => Promise.resolve(),
  })
  const load = (strategy: LoadStrategy, path: string, { method = 'GET', key = '' } = {}) => {
    const url = `https://app.test${path}`
    const request = new Request(url, { method, signal: method === 'GET' ? pending.signal : null })
    const matches = ['layout', path === '/support' ? 'support' : 'goals'].map((id) => ({
      route: { id },
      resolve: () => Promise.resolve({ type: 'error' as const, result: lost }),
    }))
    return keeper.load(strategy)({ request, matches, fetcherKey: key || null })
  }

  return {
    state,
    keeper,
    load,
    went,
    faults,
    signal: pending.signal,
    leave: () => {
      pending.abort()
    },
    /** The browser's back button moves in the history before anything is loaded. */
    goBack: () => {
      entry -= 1
    },
    settle: () => {
      report({ ...state, navigation: { state: 'idle' } })
    },
  }
}

const failing =
  (routeId: string): LoadStrategy =>
  () =>
    Promise.resolve({ [routeId]: { type: 'error', result: lost } })

test('a screen that can’t be loaded leaves the shown one, with its data', async () => {
  const page = createPage()

  await page.load(failing('goals'), '/goals')

  expect(page.faults).toEqual([lost])
  expect(page.went).toEqual(['/support#form'])
  const asked: string[] = []
  const data = await page.load(({ request }) => {
    asked.push(request.url)
    return failing('support')({ request, matches: [], fetcherKey: null })
  }, '/support')
  expect(data).toEqual({
    layout: { type: 'data', result: 'frame' },
    support: { type: 'data', result: 'form' },
  })
  expect([asked, page.faults]).toEqual([[], [lost]])
})

test('a back navigation that can’t load is undone', async () => {
  const page = createPage()
  await Promise.resolve()
  page.settle()
  page.goBack()

  await page.load(failing('goals'), '/goals')

  expect(page.went).toEqual([1])
})

test('a part of a screen that can’t be loaded doesn’t keep the page waiting', async () => {
  const page = createPage()
  const waiting: LoadStrategy = async ({ matches }) => {
    await Promise.all(matches.map((match) => match.resolve()))
    return new Promise(() => undefined)
  }

  await page.load(waiting, '/goals')

  expect(page.went).toEqual(['/support#form'])
})

test('a refresh without an answer keeps the data that is shown', async () => {
  const page = createPage()

  const results = await page.load(failing('support'), '/support')

  expect(results).toMatchObject({ support: { type: 'data', result: 'form' } })
  expect([page.faults, page.went]).toEqual([[lost], []])
})

test.each([
  ['of the screen', ''],
  ['in the screen', 'save'],
])('a form %s without an answer keeps what was typed', async (_place, key) => {
  const page = createPage()

  // As Remix' own strategy wraps it.
  const thrown = { type: 'error' as const, result: data(lost) }
  const strategy = () => Promise.resolve({ support: thrown })

  const { support } = await page.load(strategy, '/support', { method: 'POST', key })

  expect(support).toMatchObject({
    type: 'data',
    result: { data: { errors: {}, fault: null, login: null }, init: { status: 503 } },
  })
  expect([page.faults, page.went]).toEqual([[lost], []])
})

test('a fetcher’s request keeps its former response', async () => {
  const page = createPage()

  const results = await page.load(failing('goals'), '/goals', { key: 'preview' })

  expect(results).toEqual({ goals: { type: 'data', result: 'former preview' } })
  expect(page.faults).toEqual([lost])
})

test('other errors go on as before', async () => {
  const page = createPage()
  const refused = { goals: { type: 'error' as const, result: new Response(null, { status: 404 }) } }

  expect(await page.load(() => Promise.resolve(refused), '/goals')).toBe(refused)
  expect(page.faults).toEqual([])
})

test('a navigation that was abandoned reports nothing', async () => {
  const page = createPage()
  const left: LoadStrategy = (load) => {
    page.leave()
    return failing('goals')(load)
  }

  await page.load(left, '/goals')

  expect([page.faults, page.went]).toEqual([[], []])
})

test('the error page has no screen to keep', async () => {
  const page = createPage()
  page.state.errors = {}

  const results = await page.load(failing('goals'), '/goals')

  expect(results).toEqual({ goals: { type: 'error', result: lost } })
  expect([page.faults, page.went]).toEqual([[lost], []])
})

test('undiscovered routes leave the screen, and a fetcher’s request is retried', async () => {
  const page = createPage()
  let attempts = 0
  const discover = page.keeper.discover(() => {
    attempts += 1
    return attempts === 2 ? Promise.resolve() : Promise.reject(lost)
  })

  await discover({ signal: page.signal, fetcherKey: 'live' })
  expect([attempts, page.went]).toEqual([2, []])
  await discover({ signal: page.signal })

  expect([page.faults, page.went]).toEqual([[lost, lost], ['/support#form']])
})
