/** Members who see statistics alone: nothing that they can open names an order, a buyer or a member. */
import { expect, test } from 'vitest'
import { listAudit } from '#app/domain/teams/audit.server.ts'
import { rights, roles } from '#app/domain/teams/roles.ts'
import { listAddresses } from '../../support/route-build.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld } from '../../support/world.ts'

const buyer = { firstName: 'Xanthippe', city: 'Zwolle', orderNumber: 'QX-7741' }

/** A shop with one order, and members of each kind. */
async function openShop() {
  const world = await createWorld()
  const site = await world.site({ name: 'Shop' })
  await storePurchase(world.services, site, buyer)
  await world.nudge(site)
  const editor = await world.member(site.team)
  const analyst = await world.member(site.team, { role: 'analyst' })
  const counter = await world.member(site.team, { role: 'statistics' })
  const secrets = [...Object.values(buyer), editor.email, editor.name, site.owner.email]
  return { world, site, analyst, counter, secrets }
}

/** The address with the shop’s values in place of parameters. */
const fill = (address: string, names: Record<string, string>) =>
  address.replace(/:([a-z]+)/gi, (_whole, name: string) => names[name] ?? '1').replace('*', 'x')

test('no address of the product shows them an order, a buyer or another member', async () => {
  const { world, site, analyst, counter, secrets } = await openShop()
  const { fetch } = await world.serve()
  const names = { uuid: site.uuid, id: String(site.team.scope.teamId) }
  const addresses = listAddresses()
    .map(({ path }) => fill(path, names))
    .concat(`/pixel/${site.uuid}`, `/data-feeds?text=${buyer.orderNumber}`, '/palette?text=QX')
  const read = async (cookie: string) => {
    const found: string[] = []
    for (const address of new Set(addresses)) {
      const answer = await fetch(address, { headers: { Cookie: cookie } })
      const body = await answer.text()
      for (const secret of secrets) if (body.includes(secret)) found.push(`${address}: ${secret}`)
    }
    return found
  }

  expect(await read(counter.cookie)).toEqual([])
  // The same look finds them for someone who may see them.
  const seen = await read(analyst.cookie)
  expect(seen).toContainEqual(`/data-feeds: ${buyer.firstName}`)
  expect(seen.length).toBeGreaterThan(3)
})

test('their first screen is the statistics, and the navigation names only what opens', async () => {
  const { world, counter } = await openShop()
  const { fetch } = await world.serve()
  const open = (path: string) => fetch(path, { headers: { Cookie: counter.cookie } })

  const home = await open('/')
  const screen = await (await open('/statistics')).text()
  const main = /<nav aria-label="Main">.*?<\/nav>/s.exec(screen)?.[0] ?? ''
  const links = [...main.matchAll(/href="([^"]+)"/g)].map(([, to = '']) => to)

  expect([home.status, home.headers.get('Location')]).toEqual([302, '/statistics'])
  expect(links[0]).toBe('/statistics')
  for (const to of links) expect([to, (await open(to)).status]).toEqual([to, 200])
})

test('a token of theirs reads statistics and nothing else, whatever it was given', async () => {
  const { world, site, counter } = await openShop()
  const token = await world.token({ ...site.team, owner: counter })
  const { fetch } = await world.serve()
  const ask = async (path: string) => {
    const headers = { Authorization: `Bearer ${token}` }
    return (await fetch(`/api/v1/${path}`, { headers })).status
  }

  expect(await ask(`sites/${site.uuid}/statistics?from=2026-03-01&to=2026-03-02`)).toBe(200)
  for (const path of ['', '/activities', '/reviews', '/products', '/nudges', '/goals']) {
    expect([path, await ask(`sites/${site.uuid}${path}`)]).toEqual([path, 403])
  }
  expect([await ask('sites'), await ask('hooks')]).toEqual([403, 403])
})

test('they can leave the organization, and rename or remove nothing', async () => {
  const { world, site, counter } = await openShop()
  const { fetch } = await world.serve()
  const send = (form: Record<string, string>) =>
    fetch(`/settings/teams/${String(site.team.scope.teamId)}?index`, {
      method: 'POST',
      headers: { Cookie: counter.cookie },
      body: new URLSearchParams(form),
    })

  expect((await send({ intent: 'rename', name: 'Mine' })).status).toBe(403)
  expect((await send({ intent: 'leave' })).status).toBe(302)
  const { entries } = await listAudit(world.services, site.team.scope, null)
  expect(entries[0]?.act).toBe('member.left')
})

test('every right but that of statistics is refused to them', () => {
  const held = Object.entries(rights).flatMap(([right, holders]: [string, readonly string[]]) =>
    holders.includes('statistics') ? [right] : [],
  )

  expect(held).toEqual(['statistics:view'])
  expect(roles.at(-1)).toBe('statistics')
})
