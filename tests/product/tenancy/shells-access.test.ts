/**
 * The addresses of Wix and BigCommerce where the product is an app there: the access table has them without keys.
 * At the top they know no login; in a frame the person's role decides.
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { teamMembers } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { createBigCommerceWorld } from '../../support/bigcommerce/bigcommerce-world.ts'
import { passIn, type Answer } from '../../support/framed/framed-story.ts'
import { createWixFrame, someone } from '../../support/wix/wix-frame.ts'

type Ask = (path: string, init?: RequestInit) => Promise<Answer>

const shown = ({ status, location }: Answer) =>
  location === null ? status : location.pathname + (location.searchParams.get('reason') ?? '')

/** As a person at the top asks, who may be logged in to another organization. */
async function atTop(
  { ask, services }: { ask: Ask; services: Services },
  cookie: string,
  addresses: readonly string[],
) {
  const { appUrl } = services.config
  const found: Record<string, unknown[]> = {}
  for (const path of addresses) {
    const headers = {
      'Sec-Fetch-Dest': 'document',
      'Sec-Fetch-Site': 'same-origin',
      Origin: appUrl,
      ...(cookie === '' ? {} : { Cookie: cookie }),
    }
    const get = await ask(path, { headers })
    const post = await ask(path, { headers, method: 'POST', body: new URLSearchParams({ a: '1' }) })
    found[path] = [shown(get), shown(post)]
  }
  return found
}

const asPage = (appUrl: string, page: Pick<Answer, 'html'>, shell: string) => ({
  Authorization: `Bearer ${passIn(page).token}`,
  'Sec-Fetch-Dest': 'empty',
  'Sec-Fetch-Site': 'same-origin',
  'X-Frame-Page': shell,
  Origin: appUrl,
})

/** GET and POST: a status, or where it leads and why. Callbacks take what BigCommerce signed alone. */
const ofBigCommerce = {
  '/bc': [200, 405],
  '/bc/auth': ['/bc/errorpayload', 405],
  '/bc/load': ['/bc/errorpayload', 405],
  '/bc/error': [200, 405],
  '/bc/uninstall': [401, 405],
  '/bc/remove-user': [401, 405],
  '/hooks/bigcommerce': [405, 401],
  '/frame/session': [404, 404],
  '/frame/closed': [404, 405],
  '/frame/top': ['/', 405],
}

test('the addresses of BigCommerce know no login at the top', async () => {
  const world = await createBigCommerceWorld()
  const { owner } = await world.site()
  const staff = await world.confirmedStaff()

  for (const cookie of ['', owner.cookie, staff.cookie]) {
    expect(await atTop(world, cookie, Object.keys(ofBigCommerce))).toEqual(ofBigCommerce)
  }
})

test('in a control panel the role decides who adds scripts, and another store’s page gets nothing', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce } = world
  const { appUrl } = services.config
  const page = await world.follow(await world.setUp(store))
  const wool = bigcommerce.addStore('wool')
  const other = await world.follow(await world.setUp(wool))
  const ofLinen = 'shell=bigcommerce&tenant=linen'
  const isOwner = eq(teamMembers.role, 'owner')
  const answers = async (headers: Record<string, string>) => {
    const get = await world.ask('/bc.data', { headers })
    const post = await world.ask('/bc.data', {
      method: 'POST',
      headers,
      body: new URLSearchParams(),
    })
    return [get.status, post.status]
  }

  expect(await answers(asPage(appUrl, page, ofLinen))).toEqual([200, 200])
  expect(await answers(asPage(appUrl, other, ofLinen))).toEqual([401, 401])
  const [row] = await services.db.system.select().from(teamMembers).where(isOwner)
  const ofPerson = eq(teamMembers.userId, row?.userId ?? 0)
  for (const [role, post] of [
    ['admin', 200],
    ['editor', 200],
    ['analyst', 403],
  ] as const) {
    await services.db.system.update(teamMembers).set({ role }).where(ofPerson)
    expect([role, await answers(asPage(appUrl, page, ofLinen))]).toEqual([role, [200, post]])
  }
  await services.db.system.delete(teamMembers).where(ofPerson)
  expect(await answers(asPage(appUrl, page, ofLinen))).toEqual([401, 401])
})

/** The same of Wix. The install from outside begins for anyone: Wix asks who they are. */
const ofWix = {
  '/wix/auth': ['/app-installer', 405],
  '/wix/auth/install': ['/wix/auth/errorstate', 405],
  '/wix/auth/dashboard': ['/wix/auth/erroroutside', 405],
  '/wix/auth/error': [200, 405],
  '/wix/pricing': [200, 405],
  '/hooks/wix': [405, 400],
}

test('the addresses of Wix know no login at the top', async () => {
  const frame = await createWixFrame()
  const { owner } = await frame.site()
  const staff = await frame.confirmedStaff()

  for (const cookie of ['', owner.cookie, staff.cookie]) {
    expect(await atTop(frame, cookie, Object.keys(ofWix))).toEqual(ofWix)
  }
})

test('in Wix’ dashboard its people see the plans, and another site’s page gets nothing', async () => {
  const frame = await createWixFrame()
  const { wix, services } = frame
  const { appUrl } = services.config
  const [one, two] = [wix.install(), wix.install()]
  const { page: owner } = await frame.enter(wix.admin.query(one.id))
  const { page: colleague } = await frame.enter(wix.admin.query(one.id, someone()))
  const { page: other } = await frame.enter(wix.admin.query(two.id))
  const plans = async (page: Answer) => {
    const headers = asPage(appUrl, page, `shell=wix&tenant=${one.id}`)
    return (await frame.ask('/wix/pricing.data', { headers })).status
  }

  expect([await plans(owner), await plans(colleague), await plans(other)]).toEqual([200, 200, 401])
})
