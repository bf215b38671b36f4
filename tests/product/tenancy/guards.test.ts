import { expect, test } from 'vitest'
import { requireAccount, requireSite } from '#app/auth/guards.server.ts'
import { requireKiosk } from '#app/auth/staff-guard.server.ts'
import { createWorld } from '../../support/world.ts'

/** The value that a guard threw. Fails if it threw nothing. */
async function thrownBy(attempt: Promise<unknown>): Promise<unknown> {
  const passed = Symbol('passed')
  const thrown = await attempt.then(
    () => passed,
    (error: unknown) => error,
  )
  expect(thrown).not.toBe(passed)
  return thrown
}

async function responseOf(attempt: Promise<unknown>): Promise<Response> {
  const thrown = await thrownBy(attempt)
  if (!(thrown instanceof Response)) throw new Error(`not a response: ${String(thrown)}`)
  return thrown
}

test('a request without a login is sent to the login page, which knows the way back', async () => {
  const { visit } = await createWorld()

  const response = await responseOf(requireAccount(visit('/statistics?days=7')))

  expect(response.status).toBe(302)
  expect(response.headers.get('Location')).toBe('/auth/login?to=%2Fstatistics%3Fdays%3D7')
})

test("a request of Remix' own client gets the status, and where to go", async () => {
  const { visit } = await createWorld()

  const response = await responseOf(requireAccount(visit('/', { isDataRequest: true })))

  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({
    message: 'Please log in to continue',
    goTo: '/auth/login',
  })
})

test('a page of the staff does not exist for others, and does for staff', async () => {
  const { user, confirmedStaff, visit } = await createWorld()
  const [owner, staff] = [await user(), await confirmedStaff()]

  const refused = await thrownBy(requireKiosk(visit('/kiosk', { as: owner })))
  const { account: admitted } = await requireKiosk(visit('/kiosk', { as: staff }))

  expect(refused).toMatchObject({ code: 'not_found', message: 'Page Not Found: /kiosk' })
  expect(admitted.id).toBe(staff.id)
})

test('a team without a site goes through onboarding first', async () => {
  const { team, visit } = await createWorld()
  const { owner } = await team()

  const page = await responseOf(requireSite(visit('/', { as: owner })))
  const data = await responseOf(requireSite(visit('/', { as: owner, isDataRequest: true })))

  expect(page.headers.get('Location')).toBe('/onboarding')
  expect(data.status).toBe(409)
  expect(await data.json()).toMatchObject({ goTo: '/onboarding' })
})

test('an unknown, an ended and a doubled token count as none', async () => {
  const { user, visit } = await createWorld()
  const ann = await user()
  const cookies = ['token=unknown', `${ann.cookie}; ${ann.cookie}`, 'token=']

  const statuses = await Promise.all(
    cookies.map(
      async (cookie) => (await responseOf(requireAccount(visit('/', { as: { cookie } })))).status,
    ),
  )

  expect(statuses).toEqual([302, 302, 302])
})
