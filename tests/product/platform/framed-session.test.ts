/** Sessions of pages in the frames of admins without a script, over HTTP. */
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { endSessions } from '#app/domain/accounts/login/sessions.server.ts'
import {
  confirmAppSetup,
  startAppSetup,
} from '#app/domain/accounts/two-factor/two-factor.server.ts'
import { readPass, writePass } from '#app/domain/shops/tenants/frame-pass.server.ts'
import {
  findFrameAccount,
  openFrameSession,
  sweepFrameSessions,
} from '#app/domain/shops/tenants/frame-sessions.server.ts'
import { installTenant, removeTenant } from '#app/domain/shops/tenants/tenants.server.ts'
import { frameSessions, sessions, teamMembers } from '#app/db/schema/index.ts'
import { createSecrets } from '#app/lib/security/secrets.server.ts'
import { hourMillis, minuteMillis } from '#app/lib/time.ts'
import {
  addressOf,
  ancestorsOf,
  bearer,
  createStory,
  passIn,
  type Story,
} from '../../support/framed/framed-story.ts'
import { addMember, addStore, openStore, type Store } from '../../support/framed/framed-world.ts'
import { codeNow } from '../../support/two-factor.ts'
import type { World } from '../../support/world.ts'

const uninstall = ({ services }: World, store: Store) =>
  removeTenant(services, { ...store, uninstalledAt: services.now() })

describe('a pass', () => {
  /** The statuses of a document with the ticket and of data with the token. */
  const tryBoth = async ({ ask, store }: Story, pass: { token: string; ticket: string }) => {
    const data = await ask('/account/general.data', bearer(pass.token))
    const document = await ask(addressOf('/account/general', store, pass.ticket))
    return [data.status, document.status]
  }

  test('is valid for an hour, and renewed up to twelve hours after the admin vouched', async () => {
    const story = await createStory()
    const { world, store, person, ask } = story
    let pass = await openStore(world, store, person)
    const first = pass
    expect(await tryBoth(story, first)).toEqual([200, 200])
    pass = await openStore(world, store, person)

    for (let hour = 1; hour < 13; hour += 1) {
      world.clock.advance(hourMillis - minuteMillis * 5)
      const { status, html } = await ask('/frame/session', {
        method: 'POST',
        body: '{"ticket":null}',
        ...bearer(pass.token),
      })
      expect([hour, status]).toEqual([hour, 200])
      pass = JSON.parse(html) as typeof pass
    }
    expect(pass.seconds).toBe(3600)
    expect(await tryBoth(story, first)).toEqual([401, 302])
    world.clock.advance(hourMillis - minuteMillis)
    const late = await ask('/frame/session', {
      method: 'POST',
      body: '{"ticket":null}',
      ...bearer(pass.token),
    })
    expect((JSON.parse(late.html) as typeof pass).seconds).toBeLessThan(120)
    world.clock.advance(2 * minuteMillis)
    expect(await tryBoth(story, pass)).toEqual([401, 302])
    const over = await ask('/frame/session', {
      method: 'POST',
      body: '{"ticket":null}',
      ...bearer(pass.token),
    })
    expect(over.status).toBe(401)
  })

  test('stays valid where its own page ends the person’s other sessions', async () => {
    const changes = [
      ['/account/general.data', { intent: 'password', newPassword: 'a better passphrase' }],
      ['/account/devices.data', { intent: 'end-others' }],
    ] as const
    for (const [path, form] of changes) {
      const story = await createStory()
      const { world, store, person, ask } = story
      const pass = await openStore(world, store, person)
      const other = await openStore(world, store, person)

      const { status } = await ask(path, {
        method: 'POST',
        body: new URLSearchParams({ currentPassword: person.password, ...form }),
        headers: { ...bearer(pass.token).headers, Origin: world.services.config.appUrl },
      })

      expect([path, status]).toEqual([path, 200])
      expect(await tryBoth(story, other)).toEqual([401, 302])
      expect(await tryBoth(story, pass)).toEqual([200, 200])
    }
  })

  test('stays valid where its page turns two-factor on', async () => {
    const story = await createStory()
    const { world, store, person } = story
    const { services } = world
    const pass = await openStore(world, store, person)
    const other = await openStore(world, store, person)
    const asked = { platform: store.platform, text: pass.token, tenantId: store.tenantId }
    const account = await findFrameAccount(services, asked)
    if (!account) throw new Error('No account.')

    const { seed } = await startAppSetup(services, { account, address: '192.0.2.10' }, person)
    const { id: userId, frameSessionId } = account
    const owner = { userId, frameSessionId, userAgent: null }
    const { sessionToken } = await confirmAppSetup(services, owner, codeNow(world, seed))
    // The frame would drop its cookie.
    expect(sessionToken).toBeNull()
    expect(await services.db.system.$count(sessions, eq(sessions.userId, userId))).toBe(0)

    expect(await tryBoth(story, other)).toEqual([401, 302])
    expect(await tryBoth(story, pass)).toEqual([200, 200])
  })

  test('opens nothing once its session, installation or membership has ended', async () => {
    const ends: ((story: Story) => Promise<unknown>)[] = [
      ({ world, person }) =>
        world.services.db.transaction((tx) =>
          endSessions(tx, { userId: person.id, at: world.clock.now() }),
        ),
      ({ world, store }) => uninstall(world, store),
      async ({ world, store }) => {
        await uninstall(world, store)
        await installTenant(world.services, { ...store, accessToken: null })
      },
      ({ world, store, person }) =>
        world.services.db.system
          .delete(teamMembers)
          .where(
            and(eq(teamMembers.teamId, store.site.scope.teamId), eq(teamMembers.userId, person.id)),
          ),
      async ({ world }) => {
        world.clock.advance(13 * hourMillis)
        await sweepFrameSessions(world.services)
        expect(await world.services.db.system.$count(frameSessions)).toBe(0)
      },
    ]
    for (const end of ends) {
      const story = await createStory()
      const pass = await openStore(story.world, story.store, story.person)
      await end(story)
      expect(await tryBoth(story, pass)).toEqual([401, 302])
    }
  })

  test('is refused when it is of another tenant, person, kind, platform or origin', async () => {
    const { world, store, person, ask } = await createStory()
    const wool = await addStore(world, { platform: 'bigcommerce', tenantId: 'wool' })
    const { services } = world
    const pass = await openStore(world, store, person)
    const platform = 'bigcommerce' as const
    const ticket = readPass(services, 'ticket', { platform, text: pass.ticket })
    const token = readPass(services, 'token', { platform, text: pass.token })
    if (!ticket || !token) throw new Error('No pass.')
    const rehearsal = {
      ...services,
      config: { ...services.config, appUrl: 'https://stage.example' },
    }
    const foreignKey = createSecrets(Buffer.alloc(32, 9).toString('base64'))
    const otherKey = { ...services, security: { ...services.security, secrets: foreignKey } }
    const write = (kind: 'token' | 'ticket', by = services) =>
      writePass(by, kind, kind === 'token' ? token : ticket)

    const { tenantId: woolId } = wool
    const wrong = {
      tokens: [
        write('token', rehearsal),
        write('token', otherKey),
        writePass(services, 'token', { ...token, tenantId: woolId }),
        writePass(services, 'token', { ...token, platform: 'wix' }),
        pass.ticket,
        `${pass.token}0`,
        'frame-bigcommerce-',
        `frame-bigcommerce-${'0'.repeat(64)}`,
      ],
      tickets: [
        write('ticket', rehearsal),
        write('ticket', otherKey),
        writePass(services, 'ticket', { ...ticket, tenantId: woolId }),
        writePass(services, 'ticket', { ...ticket, number: 1 }),
        writePass(services, 'ticket', { ...ticket, platform: 'wix' }),
        pass.token,
        'frame-bigcommerce-',
      ],
    }
    for (const one of wrong.tokens) {
      const answer = await ask('/account/general.data', bearer(one))
      expect([one, answer.status]).toEqual([one, 401])
    }
    for (const one of wrong.tickets) {
      const { status, location } = await ask(addressOf('/account/general', store, one))
      expect([one, status, location?.pathname]).toEqual([one, 302, '/frame/closed'])
    }
    // An address of one store with the pass of another.
    const mixed = await ask(addressOf('/account/general', wool, pass.ticket))
    expect(mixed.location?.pathname).toBe('/frame/closed')
    const mixedData = await ask('/account/general.data?shell=bigcommerce&tenant=wool', {
      ...bearer(pass.token),
    })
    expect(mixedData.status).toBe(401)
    expect(ancestorsOf(mixedData)).toBe("'none'")
    // None of it used the ticket up.
    expect((await ask(addressOf('/account/general', store, pass.ticket))).status).toBe(200)
  })

  test('shows each store’s data alone to a person who works for two', async () => {
    const { world, store, person, ask } = await createStory()
    const wool = await addStore(world, { platform: 'bigcommerce', tenantId: 'wool' })
    await addMember(world, wool, person)

    const shown = []
    for (const one of [store, wool, store]) {
      const { token } = await openStore(world, one, person)
      const { html } = await ask('/site-settings', bearer(token))
      shown.push([store, wool].map(({ site }) => html.includes(site.uuid)))
    }

    expect(shown).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ])
  })

  test('allows a form of our page, and none of another page or without a token', async () => {
    const { world, store, person, ask } = await createStory()
    const pass = await openStore(world, store, person)
    const { appUrl } = world.services.config
    const nameIn = async () => (await ask('/api/user', bearer(pass.token))).html
    const send = (headers: Record<string, string>, path = '/account/general.data') =>
      ask(path, {
        method: 'POST',
        body: new URLSearchParams({ intent: 'name', name: 'Eve' }),
        headers,
      })
    const ours = { Authorization: `Bearer ${pass.token}`, Origin: appUrl }

    const refused = [
      await send({ ...ours, Origin: 'https://evil.example' }),
      await send({ ...ours, Origin: 'null' }),
      await send({ ...ours, 'Sec-Fetch-Site': 'cross-site' }),
      await send(
        { Origin: appUrl, Cookie: person.cookie },
        '/account/general.data?shell=bigcommerce&tenant=linen',
      ),
      // As a form without a script sends it: the ticket of the address is for documents alone.
      await send(
        { Origin: appUrl, Cookie: person.cookie },
        addressOf('/account/general', store, pass.ticket),
      ),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 401, 401])
    expect(await nameIn()).not.toContain('Eve')

    const sent = await send({ ...ours, 'Sec-Fetch-Site': 'same-origin' })
    expect(sent.status).toBeLessThan(300)
    expect(await nameIn()).toContain('Eve')
  })

  test('is in no log, and in the header of no answer that isn’t a redirect', async () => {
    const { world, store, person, ask } = await createStory()
    const first = await openStore(world, store, person)
    const page = await ask(addressOf('/account/general', store, first.ticket))
    const next = passIn(page)
    await ask('/account/general.data', bearer(next.token))
    await ask(addressOf('/nowhere', store, next.ticket))
    await ask(addressOf('/goals', store, first.ticket))

    const log = JSON.stringify(world.logged)
    expect(log).toContain('/account/general')
    for (const secret of [first.token, first.ticket, next.token, next.ticket])
      for (const place of [log, JSON.stringify([...page.headers])]) {
        expect(place).not.toContain(secret)
      }
  })

  test('is renewed by the ticket of a page that was opened without a token', async () => {
    const { world, store, person, ask } = await createStory()
    const { ticket } = await openStore(world, store, person)
    const missing = await ask(addressOf('/nowhere', store, ticket))
    const renew = (body: unknown, headers: Record<string, string> = {}) =>
      ask('/frame/session?shell=bigcommerce&tenant=linen', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...headers },
      })

    const foreign = await renew({ ticket }, { Origin: 'https://evil.example' })
    const malformed = await renew({ tickets: [ticket] })
    const renewed = await renew({ ticket })
    const again = await renew({ ticket })

    expect(missing.status).toBe(404)
    expect([foreign.status, malformed.status, renewed.status, again.status]).toEqual([
      ...[403, 400, 200, 401],
    ])
    const pass = JSON.parse(renewed.html) as { token: string }
    expect((await ask('/account/general.data', bearer(pass.token))).status).toBe(200)
  })

  test('begins for members alone', async () => {
    const { world, store } = await createStory()
    const stranger = await world.user()

    const opened = await openFrameSession(world.services, { ...store, userId: stranger.id })

    expect(opened).toEqual({ refused: 'member' })
  })
})
