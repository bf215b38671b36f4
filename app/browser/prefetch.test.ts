// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { isLoadedAhead, prefetchScreens, type PrefetchWindow } from './prefetch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const noLinks: { rel: string; href: string }[] = []

/** A page at `/` with one link, and the scripts that it has asked for. */
function openPage(href: string, { saveData = false, attributes = '', links = noLinks } = {}) {
  document.head.innerHTML = ''
  document.body.innerHTML = `<a href="${href}" ${attributes}><span>Open</span></a>`
  const routes = [
    { id: 'home', path: '/' },
    { id: 'goals', path: '/goals' },
    { id: 'passkeys', path: '/account/security' },
  ]
  const asked: string[] = []
  const page: PrefetchWindow = {
    document,
    fetch: (input) => {
      const address = input instanceof Request ? input.url : input
      asked.push(address instanceof URL ? address.pathname + address.search : address)
      return Promise.resolve(new Response('{}'))
    },
    location: { origin: window.location.origin, pathname: '/', search: '' },
    navigator: { connection: { saveData } },
    __remixRouter: { routes },
    __remixManifest: {
      routes: {
        home: { module: '/assets/home.js' },
        goals: { module: '/assets/goals.js', imports: ['/assets/table.js'] },
        passkeys: { module: '/assets/security.js' },
      },
    },
  }
  const load = (href: string) =>
    href === '/assets/goals.js'
      ? Promise.resolve({ links: () => links })
      : Promise.reject(new TypeError('Failed to fetch'))
  onTestFinished(prefetchScreens(page, load))
  return {
    asked,
    happen: (type: string) =>
      document.querySelector('span')?.dispatchEvent(new Event(type, { bubbles: true })),
    leave: () => document.body.dispatchEvent(new Event('pointerover', { bubbles: true })),
    scripts: () =>
      [...document.head.querySelectorAll('link[rel="modulepreload"]')].map((link) =>
        link.getAttribute('href'),
      ),
  }
}

const here = (path: string) => window.location.origin + path

test('a link that is pointed at or focused has its scripts and data loaded, once', () => {
  const page = openPage(here('/goals?page=2'))

  page.happen('pointerover')
  expect(page.scripts()).toEqual([])
  vi.runAllTimers()
  expect(page.scripts()).toEqual(['/assets/goals.js', '/assets/table.js'])
  expect(page.asked).toEqual(['/goals.data?page=2'])

  page.happen('focusin')
  vi.runAllTimers()
  expect(page.scripts()).toHaveLength(2)
  expect(page.asked).toHaveLength(1)
})

test('styles that the screen needs are loaded, those that are in use aren’t', async () => {
  const links = ['/assets/goals.css', '/assets/parts.css'].map((href) => ({
    rel: 'stylesheet',
    href,
  }))
  const page = openPage(here('/goals'), {
    links: [...links, { rel: 'icon', href: '/favicon.svg' }],
  })
  // The test's document loads no files, and would report that.
  const { settings } = Reflect.get(window, 'happyDOM') as { settings: Record<string, boolean> }
  settings['handleDisabledFileLoadingAsSuccess'] = true
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/parts.css">'

  page.happen('touchstart')
  await vi.waitFor(() => {
    expect(page.asked).toEqual(['/goals.data', '/assets/goals.css'])
  })
})

test('a script that can’t be loaded is left to the click', async () => {
  const page = openPage(here('/account/security'))
  page.happen('touchstart')
  expect(page.scripts()).toEqual(['/assets/security.js'])
  // An unhandled rejection fails the run.
  await vi.runAllTimersAsync()
})

test.each(['touchstart', 'pointerdown'])('%s waits for nothing', (type) => {
  const page = openPage(here('/goals'))
  page.happen(type)
  expect(page.scripts()).toHaveLength(2)
  expect(page.asked).toEqual(['/goals.data'])
})

test('a browser that saves data loads nothing ahead', () => {
  const page = openPage(here('/goals'), { saveData: true })
  page.happen('touchstart')
  expect(page.scripts()).toEqual([])
  expect(page.asked).toEqual([])
})

test.each([
  ['/account/security', ''],
  ['/goals', 'download'],
  ['/goals', 'target="_blank"'],
])('%s %s has no data loaded', (path, attributes) => {
  const page = openPage(here(path), { attributes })
  page.happen('touchstart')
  expect(page.asked).toEqual([])
})

test.each([
  ...['/account/security/app', '/account/api-tokens', '/account/export', '/auth/login'],
  ...['/invitations/x', '/onboarding', '/settings/outbox', '/goalsome', '/unsubscribe'],
])('%s waits for the click', (path) => {
  expect(isLoadedAhead(path)).toBe(false)
})

test('a pointer that passes over a link loads nothing', () => {
  const page = openPage(here('/goals'))
  page.happen('pointerover')
  page.leave()
  vi.runAllTimers()
  expect(page.scripts()).toEqual([])
})

test.each(['https://elsewhere.example/goals', here('/'), here('/unknown')])(
  '%s loads nothing',
  (address) => {
    const page = openPage(address)
    page.happen('touchstart')
    expect(page.scripts()).toEqual([])
    expect(page.asked).toEqual([])
  },
)
