import { expect, test } from 'vitest'
import { clearUserStorage, storeImpersonator } from './browser-storage.ts'
import { keptStorage } from './kept-storage.ts'
import { readLastRoute, saveLastRoute } from './last-route.ts'

/** A page in a frame whose browser stores nothing for it. */
const framed = () => ({
  Spark: undefined,
  get localStorage(): Storage {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  },
})

test('where the browser refuses storage, the last page is remembered until the document ends', () => {
  const page = framed()

  saveLastRoute(keptStorage(page), '7', '/goals')

  expect(readLastRoute(keptStorage(page), '7')).toBe('/goals')
})

test('logging out forgets the last route', () => {
  const page = framed()
  saveLastRoute(keptStorage(page), '7', '/goals')
  storeImpersonator(page, null)

  clearUserStorage(page)

  expect(readLastRoute(keptStorage(page), '7')).toBe('/')
})
