// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { frameParameters } from '#app/platforms/frame-parameters.ts'
import { reloadAfterFailedChunks } from './chunk-reload.ts'
import { allowSessionStorage } from './kept-storage.ts'
import { loadPage } from './load-page.ts'

const frame = 'shop=linen.myshopify.com&host=YWRtaW4&embedded=1'

type Visit = { at: string; fetch?: () => Promise<Response>; isBlocked?: boolean }

/** A page of Shopify's frame, with what it loaded. */
function visit({ at, fetch = () => Promise.resolve(new Response('{}')), isBlocked }: Visit) {
  sessionStorage.clear()
  const loaded: string[] = []
  let href = `https://app.example${at}`
  const open = (address: string | URL) => {
    href = new URL(address, href).href
    loaded.push(href.slice('https://app.example'.length))
  }
  const page = {
    fetch,
    location: {
      get href() {
        return href
      },
      reload: () => {
        open(href)
      },
      assign: open,
      replace: open,
    },
    sessionStorage,
  } as unknown as Window
  if (isBlocked) {
    Object.defineProperty(page, 'sessionStorage', {
      configurable: true,
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
    allowSessionStorage(page)
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  reloadAfterFailedChunks(page, (path) => loadPage(page, frameParameters.shopify, path))
  return {
    loaded,
    fail: (location?: { pathname: string; search: string; hash: string }) => {
      page.__remixRouter = { state: { navigation: { ...(location ? { location } : {}) } } }
      return page.reloadAfterFailedPart()
    },
  }
}

const support = { pathname: '/support', search: '?about=billing', hash: '#form' }

test('a part of the next page that is missing loads that page, with the frame’s parameters, once', async () => {
  const { loaded, fail } = visit({ at: `/goals?${frame}&page=2` })

  expect(await fail(support)).toBe(true)
  expect(await fail(support)).toBe(false)
  expect(loaded).toEqual([`/support?about=billing&${frame}#form`])
})

test('without a frame, an address gets no parameters', async () => {
  const { loaded, fail } = visit({ at: '/goals?page=2' })

  expect(await fail(support)).toBe(true)
  expect(loaded).toEqual(['/support?about=billing#form'])
})

test.each([false, true])(
  'a part of this page that is missing loads it once, storage blocked: %s',
  async (isBlocked) => {
    const { loaded, fail } = visit({ at: `/goals?${frame}`, isBlocked })

    expect(await fail()).toBe(true)
    expect(await fail()).toBe(false)
    vi.advanceTimersByTime(10_000)
    expect(await fail()).toBe(true)
    expect(loaded.map((path) => path.replace(/&reloaded=\w+/, ''))).toEqual([
      `/goals?${frame}`,
      `/goals?${frame}`,
    ])
  },
)

test('a page that loads another one with blocked storage knows it there', async () => {
  const { loaded, fail } = visit({ at: `/goals?${frame}`, isBlocked: true })

  expect(await fail(support)).toBe(true)
  // The document at its address fails in turn.
  expect(await fail()).toBe(false)
  expect(loaded).toHaveLength(1)
})

test('without a connection the page is not given up for an empty one', async () => {
  const { loaded, fail } = visit({
    at: '/goals',
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
  })

  await expect(fail(support)).rejects.toThrow('Failed to fetch')

  expect(loaded).toEqual([])
})
