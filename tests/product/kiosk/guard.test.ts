/** Who gets into the kiosk (docs/threats.md T05). */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#app/db/schema/index.ts'
import { hourMillis } from '#app/lib/time.ts'
import { createWorld } from '../../support/world.ts'

const addresses = [
  '/kiosk',
  '/kiosk/users',
  '/kiosk/teams',
  '/kiosk/sites',
  '/kiosk/deliveries',
  '/kiosk/jobs',
  '/kiosk/audit',
  '/settings/outbox',
]

async function createStory() {
  const world = await createWorld()
  const { fetch } = await world.serve()
  const read = async (address: string, { cookie }: { cookie: string }) => {
    const response = await fetch(address, { headers: { Cookie: cookie } })
    return { status: response.status, html: await response.text() }
  }
  return { world, read }
}

test.each(addresses)(
  '%s shows staff without a second factor where to set one up',
  async (address) => {
    const { world, read } = await createStory()
    const staff = await world.user({ isStaff: true })

    const { status, html } = await read(address, staff)

    expect(status).toBe(403)
    expect(html).toContain('Turn on two-factor login to use the kiosk.')
    expect(html).toContain('href="/account/security"')
  },
)

test.each(addresses)('%s asks for a factor that is two hours old, in place', async (address) => {
  const { world, read } = await createStory()
  const staff = await world.confirmedStaff()

  world.clock.advance(2 * hourMillis - 1)
  expect((await read(address, staff)).status).toBe(200)
  world.clock.advance(1)
  const { status, html } = await read(address, staff)

  expect(status).toBe(403)
  expect(html).toContain('Confirm it’s you: enter a fresh code.')
  expect(html).toContain('Text me a code')
})

test.each(addresses)('%s is an unknown page for who is staff no longer', async (address) => {
  const { world, read } = await createStory()
  const staff = await world.confirmedStaff()
  expect((await read(address, staff)).status).toBe(200)

  await world.services.db.system.update(users).set({ isStaff: false }).where(eq(users.id, staff.id))

  expect((await read(address, staff)).status).toBe(404)
})

test.each(addresses)('%s is an unknown page while impersonating', async (address) => {
  const { world, read } = await createStory()
  const { owner } = await world.site()
  const { fetch } = await world.serve()
  const { cookie } = await world.confirmedStaff()
  const form = { intent: 'start', user: String(owner.id), reason: 'Ticket 12: nothing shows' }
  const started = await fetch('/api/impersonation', {
    method: 'POST',
    headers: { Cookie: cookie },
    body: new URLSearchParams(form),
  })
  const token = /^token=[^;]*/.exec(started.headers.get('set-cookie') ?? '')?.[0] ?? ''

  expect((await read(address, { cookie: token })).status).toBe(404)
})
