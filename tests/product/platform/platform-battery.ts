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
  /** What a person's browser sends along. */
  headersOf: (person: TestUser) => Record<string, string>
  /** Headers that look like the person's, and must count for nothing. */
  forgeries: (person: TestUser) => readonly Record<string, string>[]
  /** Ends the person's session. */
  revoke: (world: World, person: TestUser) => Promise<unknown>
  /** As the header names them. */
  ancestors: string
}

export function testPlatform(use: PlatformUse): void {
  const { platform, among = platforms, at } = use
  const requestOf = (headers: Record<string, string>, path = '/') =>
    new Request(`http://footfall.test${at(path)}`, { headers })
  const whoIs = async (world: World, headers: Record<string, string>) => {
    const account = await platform.authenticate(requestOf(headers), world.services)
    return account instanceof Response ? account.status : (account?.id ?? null)
  }

  describe('a platform', () => {
    test('gets its own requests, and no others', () => {
      const session = ['/', '/account/general', '/goals.data'].map((path) => requestOf({}, path))

      for (const request of session) expect(choosePlatform(request, among)).toBe(platform)
      for (const request of use.foreign) expect(choosePlatform(request, among)).not.toBe(platform)
    })

    test('knows a person by what their own browser sends, and no one without it', async () => {
      const world = await createWorld()
      const [ann, bob] = [await world.user(), await world.user()]

      expect(await whoIs(world, {})).toBeNull()
      expect(await whoIs(world, use.headersOf(ann))).toBe(ann.id)
      expect(await whoIs(world, use.headersOf(bob))).toBe(bob.id)
      for (const headers of use.forgeries(ann)) expect(await whoIs(world, headers)).toBeNull()
    })

    test('knows no one by a session that was revoked, or is too old', async () => {
      const world = await createWorld()
      const [ann, bob] = [await world.user(), await world.user()]

      await use.revoke(world, ann)
      expect(await whoIs(world, use.headersOf(ann))).toBeNull()
      expect(await whoIs(world, use.headersOf(bob))).toBe(bob.id)
      world.clock.advance((sessionDays + 1) * dayMillis)
      expect(await whoIs(world, use.headersOf(bob))).toBeNull()
    })

    test('answers many people at the same time, each with their own page', async () => {
      const world = await createWorld()
      const people = [
        await world.user({ name: 'Ann Arbor' }),
        await world.user({ name: 'Bob Bay' }),
      ]
      const { fetch } = await world.serve({ platforms: among })
      const ask = async (headers: Record<string, string>) => {
        const response = await fetch(at('/account/general'), { headers })
        return { status: response.status, html: await response.text() }
      }

      const asked = Array.from({ length: 4 }, () => people).flat()
      const [nobody, ...answers] = await Promise.all([
        ask({}),
        ...asked.map((person) => ask(use.headersOf(person))),
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
      const world = await createWorld()
      const person = await world.user()
      const { fetch } = await world.serve({ platforms: among })
      const headers = use.headersOf(person)
      const asked: [string, number, RequestInit][] = [
        ['/account/general', 200, { headers }],
        ['/account/general', 302, {}],
        ['/auth/login', 200, {}],
        ['/nowhere', 404, { headers }],
        ['/account/general.data', 200, { headers }],
        ['/account/api-tokens/1', 404, { headers }],
        ['/auth/login', 403, { method: 'POST', headers: { Origin: 'https://evil.example' } }],
        ['/api/logout', 405, {}],
        ['/assets/nothing.js', 404, {}],
      ]

      for (const [path, status, init] of asked) {
        const response = await fetch(at(path), init)
        await response.arrayBuffer()
        const policy = response.headers.get('content-security-policy') ?? ''
        expect([path, response.status]).toEqual([path, status])
        expect(policy.split('; ').filter((one) => one.startsWith('frame-ancestors'))).toEqual([
          `frame-ancestors ${use.ancestors}`,
        ])
        const isUnframed = use.ancestors === "'none'"
        expect(response.headers.get('x-frame-options')).toBe(isUnframed ? 'DENY' : null)
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        expect(response.headers.get('cache-control')).toMatch(/no-store/)
      }
    })
  })
}
