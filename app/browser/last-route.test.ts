import { expect, test } from 'vitest'
import { dropLastRoutes, isKept, readLastRoute, routeOwner, saveLastRoute } from './last-route.ts'

function createStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
}

test('a person comes back to where they were, another person does not', () => {
  const storage = createStorage()

  saveLastRoute(storage, '1', '/statistics?days=7#top')

  expect(readLastRoute(storage, '1')).toBe('/statistics?days=7#top')
  expect(readLastRoute(storage, '2')).toBe('/')
})

/**
 * The specification lists the first five. We also skip staff pages, and anything that isn't one of
 * our paths.
 */
test.each([
  '/auth/login',
  '/auth/register',
  '/auth/forgot',
  '/shopify',
  '/shopify/billing',
  '/auth/login?to=%2Fgoals',
  '/auth/login/',
  '/Auth/Login',
  '/kiosk',
  '/kiosk/users/1',
  '/goals/../kiosk/users/1',
  'https://elsewhere.test/',
  '//elsewhere.test/',
  '/\\elsewhere.test',
  'javascript:alert(1)',
])('%s is not kept', (path) => {
  const storage = createStorage()
  saveLastRoute(storage, '1', '/goals')

  saveLastRoute(storage, '1', path)

  expect(isKept(path)).toBe(false)
  expect(readLastRoute(storage, '1')).toBe('/goals')
})

test.each(['/auth/reset/x', '/shopify/auth', '/kiosks', '/', '/settings/teams/3'])(
  '%s is kept',
  (path) => {
    expect(isKept(path)).toBe(true)
  },
)

test.each([
  ['/billing/checkout/success', '/billing'],
  ['/billing/checkout/add-ons/success?id=3', '/billing'],
  ['/billing/checkout/visitor-boost/success', '/billing'],
  ['/shopify/billing/success?charge_id=1', '/billing'],
  ['/Shopify/billing/success/', '/billing'],
  ['/onboarding?step=publish&nudge=3f0c', '/'],
  ['/settings/open?organization=7&to=%2Fbilling', '/'],
  ['/onboarding?step=install', '/onboarding?step=install'],
  ['/billing/plan/plus', '/billing/plan/plus'],
  ['/goals/success', '/goals/success'],
])('%s was about a moment: the next visit opens %s', (path, next) => {
  const [saved, old] = [createStorage(), createStorage()]
  saveLastRoute(saved, '1', path)
  // As it was saved before there was another page for it.
  old.setItem('last-route:1', path)

  expect(readLastRoute(saved, '1')).toBe(next)
  expect(readLastRoute(old, '1')).toBe(next)
})

test.each([
  'https://elsewhere.test/',
  '//elsewhere.test',
  '/kiosk/users/1',
  '/auth/login',
  'javascript:alert(1)',
])('%s that was planted is not followed', (planted) => {
  const storage = createStorage()
  storage.setItem('last-route:1', planted)

  expect(readLastRoute(storage, '1')).toBe('/')
})

test('a person has a page in each shop', () => {
  const storage = createStorage()
  saveLastRoute(storage, routeOwner(1, 'linen.myshopify.com'), '/goals')

  expect(readLastRoute(storage, routeOwner(1, 'linen.myshopify.com'))).toBe('/goals')
  expect(readLastRoute(storage, routeOwner(1, 'wool.myshopify.com'))).toBe('/')
  expect(readLastRoute(storage, routeOwner(1, null))).toBe('/')
})

test('dropping removes everyone’s last route and keeps other values', () => {
  const storage = createStorage()
  storage.setItem('colour', 'system')
  saveLastRoute(storage, '1', '/goals')
  saveLastRoute(storage, '2', '/statistics')

  dropLastRoutes(storage)

  expect(readLastRoute(storage, '1')).toBe('/')
  expect(readLastRoute(storage, '2')).toBe('/')
  expect(storage.getItem('colour')).toBe('system')
})
