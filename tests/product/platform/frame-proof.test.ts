/** Changes that an entry which an admin signed confirms in its frame, for people without a password. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { teams, tenantStaff, users } from '#app/db/schema/index.ts'
import { minuteMillis } from '#app/lib/time.ts'
import { createBigCommerceWorld } from '../../support/bigcommerce/bigcommerce-world.ts'
import { passIn, type Answer } from '../../support/framed/framed-story.ts'
import { createWixFrame, someone } from '../../support/wix/wix-frame.ts'
import type { World } from '../../support/world.ts'

type Person = 'owner' | 'colleague'

/** An admin that frames the product, in one form for both. */
type Admin = {
  world: World
  /** Opens the app in the frame, by a proof that was signed for this person. */
  enter: (person?: Person) => Promise<Answer>
  /** The same with the proof of the entry before. */
  enterAgain: () => Promise<Answer>
  ask: (path: string, init?: RequestInit) => Promise<Answer>
}

async function inWix(): Promise<Admin> {
  const frame = await createWixFrame()
  const { wix } = frame
  const { id } = wix.install()
  const colleague = someone()
  // The emails have tests of their own.
  frame.services.jobs = { ...frame.services.jobs, send: () => Promise.resolve() }
  let query = ''
  return {
    world: frame,
    ask: frame.ask,
    async enter(person = 'owner') {
      query = wix.admin.query(id, person === 'owner' ? undefined : colleague)
      return (await frame.enter(query)).page
    },
    enterAgain: async () => (await frame.enter(query)).page,
  }
}

async function inBigCommerce(): Promise<Admin> {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce, ask } = world
  const colleague = { id: 77, email: 'ben@linen.example' }
  await world.install(store)
  let path = ''
  const open = async () => {
    const { location } = await ask(path)
    return ask(location ? `/account/general${location.search}` : path)
  }
  return {
    world,
    ask,
    enter(person = 'owner') {
      const signed = bigcommerce.sign(store, person === 'owner' ? {} : { user: colleague })
      path = `/bc/load?signed_payload_jwt=${signed}`
      return open()
    },
    enterAgain: open,
  }
}

const sentence =
  'Confirm it’s you: open Footfall from your dashboard again, then do this within 10 minutes.'

test('a first password whose address has an account names a way that stores have', async () => {
  const { world, enter, ask } = await inBigCommerce()
  await world.user({ email: 'owner@linen.example' })
  const { token } = passIn(await enter())

  const { status, html } = await ask('/account/general.data', {
    method: 'POST',
    body: new URLSearchParams({ intent: 'password', newPassword: 'a horse of another color' }),
    headers: { Authorization: `Bearer ${token}`, Origin: world.services.config.appUrl },
  })

  expect(status).toBe(422)
  expect(html).toContain('already an account with this email address. Change your email address')
  expect(html).not.toContain('your shop')
})

describe.each([
  ['Wix', inWix],
  ['BigCommerce', inBigCommerce],
])('in %s', (_name, create) => {
  async function createAsker() {
    const admin = await create()
    const { world, ask } = admin
    const { services } = world
    const send = (token: string, path: string, form: Record<string, string>) =>
      ask(path, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { Authorization: `Bearer ${token}`, Origin: services.config.appUrl },
      })
    return {
      ...admin,
      send,
      changeAddress: (token: string) =>
        send(token, '/account/general.data', { intent: 'email', email: 'new@linen.example' }),
    }
  }

  test('a fresh entry sets a first password, and the frame opens the account afterwards', async () => {
    const { enter, send, world } = await createAsker()
    const { token } = passIn(await enter())

    const answer = await send(token, '/account/general.data', {
      intent: 'password',
      newPassword: 'a horse of another color',
    })

    expect([answer.status, answer.html]).toEqual([200, expect.stringContaining('Password set')])
    const [staff] = await world.services.db.system
      .select({ hash: users.passwordHash })
      .from(tenantStaff)
      .innerJoin(users, eq(users.id, tenantStaff.userId))
    expect(staff?.hash).toEqual(expect.any(String))
    expect(passIn(await enter()).token).not.toBe('')
  })

  test('a fresh entry exports the account, changes its address and deletes the organization', async () => {
    const { enter, send, changeAddress, world } = await createAsker()
    const { token } = passIn(await enter())
    const { system } = world.services.db
    const [staff] = await system.select().from(tenantStaff)
    const of = eq(teams.id, staff?.teamId ?? 0)
    const [team] = await system.select().from(teams).where(of)

    expect((await changeAddress(token)).html).toContain('sent an email to new@linen.example')
    expect((await send(token, '/account/export.data', {})).status).toBe(200)
    await send(token, `/settings/teams/${String(team?.id)}/ownership.data`, {
      intent: 'delete',
      name: team?.name ?? '',
    })
    expect(await system.$count(teams, of)).toBe(0)
  })

  test('an entry of more than ten minutes ago confirms nothing, however often it is renewed', async () => {
    const { enter, ask, changeAddress, world } = await createAsker()
    const { token } = passIn(await enter())
    world.clock.advance(9 * minuteMillis)
    const renewed = await ask('/frame/session', {
      method: 'POST',
      body: '{"ticket":null}',
      headers: { Authorization: `Bearer ${token}` },
    })
    const { token: later } = JSON.parse(renewed.html) as { token: string }
    expect((await changeAddress(later)).status).toBe(200)

    world.clock.advance(2 * minuteMillis)
    for (const one of [token, later]) {
      const answer = await changeAddress(one)
      expect([answer.status, answer.html.includes(sentence)]).toEqual([422, true])
    }
    expect((await changeAddress(passIn(await enter()).token)).status).toBe(200)
  })

  test('a proof that was used before begins no session that confirms anything', async () => {
    const { enter, enterAgain, changeAddress } = await createAsker()
    await enter()

    const again = await enterAgain()

    const hasSession = again.html.includes('frame-pass')
    const { status } = hasSession ? await changeAddress(passIn(again).token) : again
    expect([hasSession, status]).toEqual(hasSession ? [true, 422] : [false, 302])
  })

  test('another person’s fresh entry confirms nothing for this one', async () => {
    const { enter, changeAddress, world } = await createAsker()
    const { token } = passIn(await enter())
    world.clock.advance(11 * minuteMillis)

    const other = passIn(await enter('colleague'))

    expect((await changeAddress(token)).html).toContain(sentence)
    expect((await changeAddress(other.token)).status).toBe(200)
  })
})
