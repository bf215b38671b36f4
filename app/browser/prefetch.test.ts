// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { prefetchScripts } from './prefetch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A page at `/` with one link, and the scripts that it has asked for. */
function openPage(href: string) {
  document.head.innerHTML = ''
  document.body.innerHTML = `<a href="${href}"><span>Open</span></a>`
  const routes = [
    { id: 'home', path: '/' },
    { id: 'goals', path: '/goals' },
  ]
  const stop = prefetchScripts({
    document,
    location: { origin: window.location.origin, pathname: '/' },
    __remixRouter: { routes },
    __remixManifest: {
      routes: {
        home: { module: '/assets/home.js' },
        goals: { module: '/assets/goals.js', imports: ['/assets/table.js'] },
      },
    },
  })
  onTestFinished(stop)
  return {
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

test('a link that is pointed at or focused has its scripts loaded, once', () => {
  const page = openPage(here('/goals'))

  page.happen('pointerover')
  expect(page.scripts()).toEqual([])
  vi.runAllTimers()
  expect(page.scripts()).toEqual(['/assets/goals.js', '/assets/table.js'])

  page.happen('focusin')
  vi.runAllTimers()
  expect(page.scripts()).toHaveLength(2)
})

test('a finger that is down waits for nothing', () => {
  const page = openPage(here('/goals'))
  page.happen('touchstart')
  expect(page.scripts()).toHaveLength(2)
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
  },
)
