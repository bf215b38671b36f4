/** A platform in a frame: what a shop system's admin will need of the seam. */
import { expect, test } from 'vitest'
import { action as logOut } from '#app/routes/api/session-calls/logout.ts'
import { platforms } from '#app/platforms/registry.server.ts'
import { createFramedPlatform, retryHeader, staleToken } from '../../support/framed-platform.ts'
import { createWorld } from '../../support/world.ts'
import { testPlatform } from './platform-battery.ts'

const platform = createFramedPlatform()
const tokenOf = (cookie: string) => cookie.slice('token='.length)

testPlatform({
  platform,
  among: [platform, ...platforms],
  foreign: [
    new Request('http://footfall.test/'),
    new Request('http://footfall.test/account/general', { headers: { Cookie: 'token=abc' } }),
  ],
  at: (path) => `${path}?framed&shop=linen`,
  headersOf: ({ cookie }) => ({ Authorization: `Bearer ${tokenOf(cookie)}` }),
  forgeries: ({ cookie }) => [{ Cookie: cookie }, { Authorization: `Bearer ${cookie}` }],
  revoke: (world, as) => logOut(world.visit('/api/logout', { as, method: 'POST' })),
  ancestors: () => 'https://linen.shops.example',
})

test('the platform’s response replaces the page, once for all that asked', async () => {
  const framed = createFramedPlatform()
  const world = await createWorld()
  const { fetch } = await world.serve({ platforms: [framed, ...platforms] })
  const headers = { Authorization: `Bearer ${staleToken}` }

  for (const path of ['/account/general', '/account/general.data']) {
    const before = framed.asked()
    const response = await fetch(`${path}?framed&shop=linen`, { headers })

    expect([path, response.status]).toEqual([path, 401])
    expect(response.headers.get(retryHeader)).toBe('1')
    // The layout's loader and the screen's ask at the same time.
    expect(framed.asked() - before).toBe(1)
  }
})

test('each request gets its own frame ancestors', async () => {
  const framed = createFramedPlatform()
  const world = await createWorld()
  const { fetch } = await world.serve({ platforms: [framed, ...platforms] })
  const ancestorsAt = async (path: string) => {
    const response = await fetch(path)
    await response.arrayBuffer()
    return /frame-ancestors ([^;]*)/.exec(
      response.headers.get('content-security-policy') ?? '',
    )?.[1]
  }

  const named = await Promise.all(
    [
      '/auth/login?framed&shop=linen',
      '/auth/login?framed&shop=wool',
      '/auth/login?framed&shop=evil.example',
      '/auth/login',
    ].map(ancestorsAt),
  )

  expect(named).toEqual([
    ...['https://linen.shops.example', 'https://wool.shops.example', "'none'", "'none'"],
  ])
})
