/** Pages of reviews, from the form to the nudge's data, by the aggregator that the operator pays for. */
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { teams } from '#app/db/schema/index.ts'
import { hourMillis, minuteMillis } from '#app/lib/time.ts'
import {
  startDatashakeServer,
  type DatashakeServer,
} from '#workshop/doubles/shops/datashake-server.ts'
import {
  createConnectionWorld,
  type ConnectionWorld,
} from '../../support/integrations/connected-shop.ts'
import { createClock } from '../../support/clock.ts'

const page = 'https://www.yelp.com/biz/oak-pottery-austin'

type PageWorld = ConnectionWorld & { datashake: DatashakeServer }

async function createPageWorld(): Promise<PageWorld> {
  let time = createClock().now
  const datashake = await startDatashakeServer(() => time())
  onTestFinished(datashake.stop)
  const world = await createConnectionWorld({ 'https://app.datashake.com': datashake.url })
  time = world.clock.now
  setToken(world, datashake.token)
  return { ...world, datashake }
}

function setToken({ services }: ConnectionWorld, aggregatorToken: string | undefined) {
  services.config = { ...services.config, aggregatorToken }
}

const send = ({ served, site }: ConnectionWorld, typed = page) =>
  served.fetch('/integrations/yelp', {
    method: 'POST',
    headers: { Cookie: site.owner.cookie },
    body: new URLSearchParams({ way: 'keys', page: typed }),
  })

async function connect(world: ConnectionWorld): Promise<string> {
  const location = (await send(world)).headers.get('location') ?? ''
  const uuid = /^\/integrations\/connections\/([\w-]{36})\?connected$/.exec(location)?.[1]
  if (uuid === undefined) throw new Error(`It led to ${location}.`)
  return uuid
}

async function open({ served, site }: ConnectionWorld, path: string): Promise<string> {
  const response = await served.fetch(path, { headers: { Cookie: site.owner.cookie } })
  return (await response.text()).replaceAll('<!-- -->', '').replaceAll('&#x27;', "'")
}

/** Pulls whenever something may be due, for some hours. */
async function pass(world: PageWorld, hours: number): Promise<void> {
  for (let passed = 0; passed < hours * 60; passed += 30) {
    await world.pull()
    world.clock.advance(30 * minuteMillis)
  }
}

test('a page is connected by its address, and its reviews arrive once they have been read', async () => {
  const world = await createPageWorld()
  const review = world.datashake.placeOrder()
  const uuid = await connect(world)
  await world.pull()

  const waiting = await open(world, `/integrations/connections/${uuid}`)
  expect(waiting).toContain('yelp.com/biz/oak-pottery-austin')
  expect(waiting).toContain('takes up to a few hours')

  await pass(world, 2)
  const [stored] = await world.stored.activities()
  expect(stored).toMatchObject({
    kind: 'review',
    externalId: `yelp-${String(review.id)}`,
    firstName: 'Cecilia',
    stars: 5,
    source: 'integration',
  })
  expect(await open(world, `/integrations/connections/${uuid}`)).toContain('Working')

  // Once a day, and each review once.
  await pass(world, 30)
  expect(await world.stored.activities()).toHaveLength(1)
  expect(world.datashake.seen.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test('a URL that isn’t such a page is refused, with an example', async () => {
  const world = await createPageWorld()

  const response = await send(world, 'https://oak.example/biz/oak')

  expect(response.status).toBe(422)
  expect(await response.text()).toContain('like https://www.yelp.com/biz/your-business-city')
})

test('without an account at the aggregator the page says so, and nothing can be connected', async () => {
  const world = await createPageWorld()
  setToken(world, undefined)

  const shown = await open(world, '/integrations/yelp')
  expect(shown).toContain('Reading reviews from Yelp isn’t set up on this installation.')
  expect(shown).not.toContain('name="page"')

  const response = await send(world)
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('isn’t set up on this installation')
  expect(world.datashake.seen).toEqual([])
})

test('a page that no longer exists ends the connection, and says what to do', async () => {
  const world = await createPageWorld()
  const uuid = await connect(world)
  world.datashake.gone.add(page)

  await pass(world, 2)

  expect((await world.stored.connection(uuid))?.state).toBe('lost')
  const shown = await open(world, `/integrations/connections/${uuid}`)
  expect(shown).toContain('The page can’t be found, or its reviews can’t be read.')
  expect(shown).not.toContain('no longer accepts our access')

  const { outbox } = world.services.mail
  await expect.poll(async () => (await outbox.list()).length).toBe(1)
  const [sent] = await outbox.list()
  const mail = await outbox.read(sent?.id ?? '')
  expect(mail?.text).toContain('The page can’t be found, or its reviews can’t be read.')
  expect(mail?.text).toContain('correct its settings')
  expect(mail?.text).not.toMatch(/refused|key was deleted/)
})

test('a token that the aggregator refuses ends no connection, and they go on once it works', async () => {
  const world = await createPageWorld()
  const uuid = await connect(world)
  setToken(world, 'refused-token')
  await pass(world, 3)

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active' })
  expect((await world.stored.connection(uuid))?.failures).toBeGreaterThan(0)

  setToken(world, world.datashake.token)
  world.datashake.placeOrder()
  world.clock.advance(6 * hourMillis)
  await pass(world, 3)
  expect(await world.stored.activities()).toHaveLength(1)
  expect(await world.stored.connection(uuid)).toMatchObject({ failures: 0, fault: null })
})

test('pages of a suspended organization cost nothing', async () => {
  const world = await createPageWorld()
  await connect(world)
  const { system } = world.services.db
  const setSuspended = (suspendedAt: Date | null) =>
    system.update(teams).set({ suspendedAt }).where(eq(teams.id, world.site.scope.teamId))
  await setSuspended(world.clock.now())
  await pass(world, 3)
  expect(world.datashake.seen.filter(({ method }) => method === 'POST')).toEqual([])

  await setSuspended(null)
  world.datashake.placeOrder()
  await pass(world, 3)
  expect(await world.stored.activities()).toHaveLength(1)
})

test('a larger plan counts within an hour or so', async () => {
  const world = await createPageWorld()
  const { system } = world.services.db
  const limitTo = (reviewsLimit: number) =>
    system
      .update(teams)
      .set({ planOverrides: { reviewsLimit } })
      .where(eq(teams.id, world.site.scope.teamId))
  for (let nth = 0; nth < 4; nth += 1) {
    world.datashake.placeOrder()
    world.clock.advance(24 * hourMillis)
  }
  await limitTo(1)
  await connect(world)
  await pass(world, 2)
  expect(await world.stored.activities()).toHaveLength(1)

  await limitTo(3)
  await pass(world, 3)
  expect(await world.stored.activities()).toHaveLength(3)
})

test.each([
  ['yelp', 'https://www.yelp.com/biz/oak', 'yelp', 'https://yelp.de/biz/oak'],
  [
    'capterra',
    'https://www.capterra.com/p/12345/Oak',
    'capterra_reviews',
    'https://www.capterra.co.uk/reviews/12345/oak-pottery',
  ],
] as const)(
  'the reviews of one page at %s are connected once, at %s or at %s %s',
  async (...pages) => {
    const [name, address, otherName, otherAddress] = pages
    const world = await createPageWorld()
    const connectPage = async (integration: string, typed: string) => {
      const response = await world.served.fetch(`/integrations/${integration}`, {
        method: 'POST',
        headers: { Cookie: world.site.owner.cookie },
        body: new URLSearchParams({ way: 'keys', page: typed }),
      })
      return `${String(response.status)} ${response.headers.get('location') ?? ''} ${await response.text()}`
    }

    expect(await connectPage(name, address)).toMatch(/^302 .*\?connected/)
    expect(await connectPage(otherName, otherAddress)).toContain('reads the same reviews')
    // Another page, and the same one again.
    expect(await connectPage(otherName, otherAddress.replace(/oak\b|12345/, '999'))).toMatch(/^302/)
    expect(await connectPage(name, address)).toMatch(/^302/)
  },
)
