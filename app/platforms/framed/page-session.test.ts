import { onTestFinished, expect, test, vi } from 'vitest'
import { startPageSession } from './page-session.ts'

const pass = { token: 'frame-wix-token', ticket: 'frame-wix-next', seconds: 3_600, isLast: false }

/** The parts of a window that the session reads. @param content of the element with the pass; null: none */
function openPage(address: string, content: string | null) {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const location = new URL(address)
  const element = { content: content ?? '', remove: vi.fn() }
  const page = {
    location,
    history: {
      state: { idx: 3 },
      replaceState: vi.fn((_state: unknown, _title: string, url: string) => {
        location.href = new URL(url, location).href
      }),
    },
    document: {
      head: { querySelector: () => (content === null ? null : element) },
      addEventListener: vi.fn(),
    },
    fetch: vi.fn(),
  }
  return { page: page as unknown as Window & typeof globalThis, location, element, asked: page }
}

const at = (ticket: string) =>
  `https://app.example/goals?days=7&shell=wix&tenant=linen&ticket=${ticket}#list`

test('the router reads the address without its ticket, which it gets afterwards', () => {
  const { page, location, element, asked } = openPage(at('frame-wix-used'), JSON.stringify(pass))

  const session = startPageSession(page)

  expect(element.remove).toHaveBeenCalled()
  expect(location.href).toBe('https://app.example/goals?days=7&shell=wix&tenant=linen#list')
  session.writeAddress()
  expect(location.href).toBe(at(pass.ticket))
  expect(asked.history.replaceState).toHaveBeenLastCalledWith({ idx: 3 }, '', at(pass.ticket))
})

test('an error page, which has no pass, keeps the ticket of its address', () => {
  const { page, location } = openPage(at('frame-wix-unused'), null)

  const session = startPageSession(page)

  expect(location.searchParams.has('ticket')).toBe(false)
  session.writeAddress()
  expect(location.href).toBe(at('frame-wix-unused'))
})
