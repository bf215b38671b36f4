import { expect, test } from 'vitest'
import { clearUserStorage, storeImpersonator } from './browser-storage.ts'
import { readLastRoute, saveLastRoute } from './last-route.ts'

function createPage() {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    key: (at: number) => [...kept.keys()][at] ?? null,
    clear: () => {
      kept.clear()
    },
    get length() {
      return kept.size
    },
  }
  return { localStorage, Spark: { currency: 'usd' } as unknown }
}

const lastOf = ({ localStorage }: ReturnType<typeof createPage>, userId: number) =>
  readLastRoute(localStorage, String(userId))

test('starting or stopping impersonation removes the last route', () => {
  const page = createPage()

  saveLastRoute(page.localStorage, '1', '/goals')
  storeImpersonator(page, 9)
  expect(lastOf(page, 1)).toBe('/')
  expect(page.localStorage.getItem('impersonator-id')).toBe('9')

  saveLastRoute(page.localStorage, '1', '/goals')
  storeImpersonator(page, null)
  expect(lastOf(page, 1)).toBe('/')
  expect(page.localStorage.getItem('impersonator-id')).toBeNull()
})

test('while nothing changes the last route stays', () => {
  const page = createPage()
  saveLastRoute(page.localStorage, '1', '/goals')

  storeImpersonator(page, null)

  expect(lastOf(page, 1)).toBe('/goals')
})

test('a value that was set by hand is removed', () => {
  const page = createPage()
  page.localStorage.setItem('impersonator-id', '7')

  storeImpersonator(page, null)

  expect(page.localStorage.getItem('impersonator-id')).toBeNull()
})

test('at logout nothing of the person is left', () => {
  const page = createPage()
  saveLastRoute(page.localStorage, '1', '/goals')
  page.localStorage.setItem('impersonator-id', '9')

  clearUserStorage(page)

  expect(page.localStorage.length).toBe(0)
  expect(page).not.toHaveProperty('Spark')
})
