/** Tests that every platform passes. Each has a separate file next to this one with its use. */
import { describe, expect, test } from 'vitest'
import { sessionDays } from '#app/domain/accounts/login/sessions.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Platform } from '#app/platforms/platform.ts'
import { choosePlatform, platforms } from '#app/platforms/registry.server.ts'
import type { TestUser } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'

export type PlatformUse = {
  platform: Platform
  /** The platforms of the product, with this one in its place; absent when it is one of them. */
  among?: readonly Platform[]
  /** Requests of other platforms. */
  foreign: readonly Request[]
  /** A path as this platform's shell asks for it. */
  at: (path: string) => string
  /** A world in which the platform's shop system exists; absent: the usual one. */
  createWorld?: () => Promise<World>
  /** A new person of this platform; absent: one with a login. */
  addPerson?: (world: World, wanted?: { name: string }) => Promise<TestUser>
  /** Headers that the person's browser sends now. */
  headersOf: (person: TestUser, world: World) => Record<string, string>
  /** Headers that look like the person's, and must count for nothing. */
  forgeries: (person: TestUser, world: World) => readonly Record<string, string>[]
  /** Ends the person's session. */
  revoke: (world: World, person: TestUser) => Promise<unknown>
  /** As the header names them, for a request that proves where it is from. */
  ancestors: (world: World) => string
  /** For a write without a proof; absent: the same. */
  unprovenAncestors?: string
  /** Status of the login for people who are not logged in; absent: it is shown. */
  loginStatus?: number
}

type Sent = { method?: string; headers?: Record<string, string> }

/** Platforms may refuse programs. */
const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }

export function testPlatform(use: PlatformUse): void {
  const { platform, among = platforms, at } = use
  const { createWorld: open = createWorld, loginStatus = 200 } = use
  const addPerson: NonNullable<PlatformUse['addPerson']> =
    use.addPerson ?? ((world, wanted) => world.user(wanted))
  const requestOf = (headers: Record<string, string>, path = '/') =>
    new Request(`http://footfall.test${at(path)}`, { headers })
  const whoIs = async (world: World, headers: Record<string, string>) => {
    const account = await platform.authenticate(requestOf(headers), world.services)
    // A response in place of the page knows no one, either.
    return account instanceof Response ? null : (account?.id ?? null)
  }

  describe('a platform', () => {
    test('gets its own requests, and no others', () => {
      const session = ['/', '/account/general', '/goals.data'].map((path) => requestOf({}, path))

      for (const request of session) expect(choosePlatform(request, among)).toBe(platform)
      for (const request of use.foreign) expect(choosePlatform(request, among)).not.toBe(platform)
    })

    test('knows a person by what their own browser sends, and no one without it', async () => {
      const world = await open()
      const [ann, bob] = [await addPerson(world), await addPerson(world)]

      expect(await whoIs(world, {})).toBeNull()
      expect(await whoIs(world, use.headersOf(ann, world))).toBe(ann.id)
      expect(await whoIs(world, use.headersOf(bob, world))).toBe(bob.id)
      for (const headers of use.forgeries(ann, world))
        expect(await whoIs(world, headers)).toBeNull()
    })

    test('knows no one by a session that was revoked, or is too old', async () => {
      const world = await open()
      const [ann, bob] = [await addPerson(world), await addPerson(world)]
      const kept = use.headersOf(bob, world)

      await use.revoke(world, ann)
      expect(await whoIs(world, use.headersOf(ann, world))).toBeNull()
      expect(await whoIs(world, kept)).toBe(bob.id)
      world.clock.advance((sessionDays + 1) * dayMillis)
      expect(await whoIs(world, kept)).toBeNull()
    })

    test('answers many people at the same time, each with their own page', async () => {
      const world = await open()
      const people = [
        await addPerson(world, { name: 'Ann Arbor' }),
        await addPerson(world, { name: 'Bob Bay' }),
      ]
      const { fetch } = await world.serve({ platforms: among })
      const ask = async (headers: Record<string, string>) => {
        const response = await fetch(at('/account/general'), {
          headers: { ...browser, ...headers },
        })
        return { status: response.status, html: await response.text() }
      }

      const asked = Array.from({ length: 4 }, () => people).flat()
      const [nobody, ...answers] = await Promise.all([
        ask({}),
        ...asked.map((person) => ask(use.headersOf(person, world))),
      ])

      expect(nobody.status).toBe(302)
      for (const [index, { status, html }] of answers.entries()) {
        const [session, other] = index % 2 === 0 ? people : people.toReversed()
        expect(status).toBe(200)
        expect(html).toContain(session?.email)
        expect(html).not.toContain(other?.email)
        expect(html).toContain(`data-shell="${platform.name}"`)
      }
    })

    test('names who may frame it in every answer, the errors too', async () => {
      const world = await open()
      const person = await addPerson(world)
      const { fetch } = await world.serve({ platforms: among })
      const headers = use.headersOf(person, world)
      const ancestors = use.ancestors(world)
      const unproven = use.unprovenAncestors ?? ancestors
      const asked: [string, number, Sent][] = [
        ['/account/general', 200, { headers }],
        ['/account/general', 302, {}],
        ['/account', 302, { headers }],
        ['/auth/login', loginStatus, {}],
        ['/nowhere', 404, { headers }],
        ['/account/general.data', 200, { headers }],
        ['/account/api-tokens/1', 404, { headers }],
        ['/auth/login', 403, { method: 'POST', headers: { Origin: 'https://evil.example' } }],
        ['/api/logout', 405, {}],
        ['/assets/nothing.js', 404, {}],
        ['/assets/nothing.js', 404, { headers }],
      ]

      for (const [path, status, init] of asked) {
        const response = await fetch(at(path), {
          ...init,
          headers: { ...browser, ...init.headers },
        })
        await response.arrayBuffer()
        const policy = response.headers.get('content-security-policy') ?? ''
        const isProven = init.headers === headers || init.method === undefined
        const expected = isProven ? ancestors : unproven
        expect([path, response.status]).toEqual([path, status])
        expect(policy.split('; ').filter((one) => one.startsWith('frame-ancestors'))).toEqual([
          `frame-ancestors ${expected}`,
        ])
        const isUnframed = expected === "'none'"
        expect(response.headers.get('x-frame-options')).toBe(isUnframed ? 'DENY' : null)
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        expect(response.headers.get('cache-control')).toMatch(/no-store/)
      }
    })
  })
}
