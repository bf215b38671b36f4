import { expect, test } from 'vitest'
import { createWorld } from '../../support/world.ts'
import { formerAddresses } from './former-addresses.ts'

type Former = (typeof formerAddresses)[number]

/** Where each one leads, `:id` being the organization's number. */
const today: Record<Former, string> = {
  '/settings/teams/:id/invitations': '/settings/teams/:id/members',
  '/site-settings/moderation': '/data-feeds',
  '/statistics/meter': '/settings/teams/:id/plan',
}

test('former addresses lead to the screens of today, which answer', async () => {
  const world = await createWorld()
  const { team, owner } = await world.site()
  const { fetch } = await world.serve()
  const fill = (address: string) => address.replace(':id', String(team.scope.teamId))
  const headers = { Cookie: owner.cookie }

  for (const address of formerAddresses) {
    const led = await fetch(fill(address), { headers })
    const place = led.headers.get('Location') ?? ''
    const screen = await fetch(place, { headers })
    await Promise.all([led.arrayBuffer(), screen.arrayBuffer()])

    expect([address, led.status, place, screen.status]).toEqual([
      address,
      302,
      fill(today[address]),
      200,
    ])
  }
})

test('the file of usage by month is downloaded where the table is', async () => {
  const world = await createWorld()
  const { team, owner } = await world.site()
  const { fetch } = await world.serve()

  const headers = { Cookie: owner.cookie }
  const led = await fetch('/statistics/export?table=meter', { headers })

  expect(led.headers.get('Location')).toBe(
    `/settings/teams/${String(team.scope.teamId)}/plan/export`,
  )
})
