/** The product on its own address, by the cookie of a login. */
import { expect, test } from 'vitest'
import { action as logOut } from '#app/routes/api/session-calls/logout.ts'
import { skeletonScreens } from '#app/platforms/standalone/skeleton-kind.ts'
import { standalone } from '#app/platforms/standalone/standalone.server.ts'
import { listAddresses } from '../../support/route-build.ts'
import { testPlatform } from './platform-battery.ts'

testPlatform({
  platform: standalone,
  // It takes every request that no other platform claims.
  foreign: [],
  at: (path) => path,
  headersOf: ({ cookie }) => ({ Cookie: cookie }),
  forgeries: ({ cookie, id }) => [
    { Cookie: `${cookie}x` },
    { Cookie: `${cookie}; token=${'0'.repeat(40)}` },
    { Cookie: `token=${String(id)}` },
    { Cookie: cookie.replace('token=', 'pending_login=') },
    { Authorization: `Bearer ${cookie.slice('token='.length)}` },
  ],
  revoke: (world, as) => logOut(world.visit('/api/logout', { as, method: 'POST' })),
  ancestors: () => "'none'",
})

test('each screen that has an outline of its own is one of the URL table', () => {
  const addresses = listAddresses().map(({ path }) => path)

  expect(addresses).toEqual(expect.arrayContaining(Object.values(skeletonScreens).flat()))
})
