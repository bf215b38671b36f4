/** Email addresses of people whom the admin of a store or of a site in Wix opens the app for. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { teamMembers, tenantStaff, users } from '#app/db/schema/index.ts'
import {
  createEmailChangeLink,
  createVerificationLink,
} from '#app/domain/accounts/mail-links/verification.server.ts'
import { markPassword } from '#app/domain/accounts/mail-links/password-mark.server.ts'
import { createBigCommerceWorld } from '../../support/bigcommerce/bigcommerce-world.ts'
import { bearer, passIn } from '../../support/framed/framed-story.ts'
import { tenantOf } from '../../support/framed/framed-world.ts'
import { createWixFrame } from '../../support/wix/wix-frame.ts'

const linen = tenantOf('bigcommerce', 'linen')

const atTop = { 'Sec-Fetch-Dest': 'document' }

test('the link to someone of a store confirms with a press, at the top, and logs no one in', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, ask } = world
  await world.install(store)
  const { system } = services.db
  const [person] = await system.select().from(users)
  const made = await createVerificationLink(services, person?.id ?? 0)
  const path = made?.link.slice(services.config.appUrl.length) ?? ''

  const page = await ask(path, { headers: atTop })
  expect(page.html).toContain('owner@linen.example')
  expect(page.html.replaceAll('<!-- -->', '')).toContain(
    `an organization that calls itself “Store linen”, of the store whose control panel is at ${new URL(world.app.appUrl(linen.tenantId)).host}.`,
  )
  const [before] = await system.select().from(users)
  expect(before?.emailVerifiedAt).toBeNull()

  const pressed = await ask(path, {
    method: 'POST',
    body: new URLSearchParams(),
    headers: { ...atTop, Origin: services.config.appUrl },
  })

  expect(pressed.status).toBe(200)
  expect(pressed.headers.get('set-cookie') ?? '').not.toContain('session=')
  expect(pressed.html).toContain('Go on in BigCommerce')
  const [after] = await system.select().from(users)
  expect(after?.emailVerifiedAt).toEqual(expect.any(Date))
  // The control panel opens the account as before.
  const opened = await world.follow(await world.load(store))
  expect(opened.html).toContain('frame-pass')
})

test('the link to someone who left, or is no member, confirms nothing', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, ask } = world
  const { system } = services.db
  await world.install(store)
  const ben = { id: 77, email: 'ben@linen.example' }
  await world.load(store, { user: ben })
  const [person] = await system.select().from(users).where(eq(users.email, ben.email))
  const ofBen = eq(users.id, person?.id ?? 0)
  const made = await createVerificationLink(services, person?.id ?? 0)
  const path = made?.link.slice(services.config.appUrl.length) ?? ''
  const press = async () => {
    const { html } = await ask(path, {
      method: 'POST',
      body: new URLSearchParams(),
      headers: { ...atTop, Origin: services.config.appUrl },
    })
    return html
  }
  const isStaff = eq(tenantStaff.userId, person?.id ?? 0)
  await system.update(tenantStaff).set({ leftAt: services.now() }).where(isStaff)
  expect(await press()).not.toContain('Go on in BigCommerce')
  await system.update(tenantStaff).set({ leftAt: null }).where(isStaff)
  await system.delete(teamMembers).where(eq(teamMembers.userId, person?.id ?? 0))

  expect(await press()).not.toContain('Go on in BigCommerce')

  const [after] = await system.select().from(users).where(ofBen)
  expect(after?.emailVerifiedAt).toBeNull()
})

test('a person of Wix gets the address that they added, and the page shows none before it', async () => {
  const frame = await createWixFrame()
  const { wix, services } = frame
  services.jobs = { ...services.jobs, send: () => Promise.resolve() }
  const { id } = wix.install()
  const { page } = await frame.enter(wix.admin.query(id))
  const { html } = await frame.ask('/api/user', bearer(passIn(page).token))
  const { user } = JSON.parse(html) as { user: { id: number } }
  const change = { userId: user.id, to: 'ines@linen.example', mark: markPassword(services, null) }
  const { link } = (await createEmailChangeLink(services, change)) ?? { link: null }
  const path = link?.slice(services.config.appUrl.length) ?? ''

  const shown = await frame.ask(path, { headers: atTop })
  expect(shown.html).toContain('Is ines@linen.example your email address?')
  expect(shown.html).not.toMatch(/instead of [^<]*\.invalid/)
  await frame.ask(path, {
    method: 'POST',
    body: new URLSearchParams(),
    headers: { ...atTop, Origin: services.config.appUrl },
  })

  const [row] = await services.db.system.select().from(users).where(eq(users.id, user.id))
  expect(row).toMatchObject({
    email: 'ines@linen.example',
    emailVerifiedAt: expect.any(Date) as Date,
  })
  const again = await frame.enter(wix.admin.query(id))
  const home = await frame.ask('/account/general', bearer(passIn(again.page).token))
  expect(home.html).toContain('ines@linen.example')
  expect(home.html).not.toContain('Add your email address')
})

test('home asks no one to paste code where the app puts the script on the pages', async () => {
  const world = await createBigCommerceWorld()
  const frame = await createWixFrame()
  await world.setUp(world.store)
  const store = passIn(await world.follow(await world.load(world.store))).token
  const { id } = frame.wix.install()
  const site = passIn((await frame.enter(frame.wix.admin.query(id))).page).token

  for (const [ask, token] of [
    [world.ask, store],
    [frame.ask, site],
  ] as const) {
    const home = await ask('/', bearer(token))
    expect(home.html).toContain('Waiting for the first visit')
    expect(home.html).not.toContain('Show code')
    const step = await ask('/onboarding?step=install', bearer(token))
    expect(step.html).toContain('The pixel is on your pages')
    expect(step.html).not.toContain('Paste this code')
  }
})
