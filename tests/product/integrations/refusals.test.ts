/**
 * Each published refusal meets a connection with data in the database: what its owner reads, what is stored,
 * and what is there once the refusal has ended. The calls alone have app/integrations/refusals.test.ts.
 */
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { activities, connections, teams } from '#app/db/schema/index.ts'
import { activate, beginConnection } from '#app/domain/connections/activate-connection.server.ts'
import { connectErrors } from '#app/domain/connections/connect.server.ts'
import { connectionsJob, sendLossEmail } from '#app/jobs/connections.server.ts'
import type { AnyIntegration } from '#app/integrations/integration.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import { integrations } from '#app/integrations/registry.ts'
import { readConnection } from '#app/presenters/integrations/connection.server.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { World as Service } from '#tests/integrations/battery-case.ts'
import { cases } from '#tests/integrations/cases/index.ts'
import { refusalSentences } from '#tests/integrations/refusal-sentences.ts'
import { refusals } from '#workshop/published/refusals/index.ts'
import type { Refusal } from '#workshop/published/refusals/refusal.ts'
import { createClock } from '../../support/clock.ts'
import type { TestSite } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'

const refused = integrations.flatMap((integration) => {
  const published = refusals[integration.name]
  return published ? [[integration.name, integration, published] as const] : []
})

/** A product with a double of the service for each refusal. */
async function openWorld({ name }: AnyIntegration, published: readonly Refusal[]) {
  const { now } = createClock()
  // The services' clocks follow the world's, which has the same beginning.
  const clock = { ...createClock(), now }
  const start = cases[name]?.start
  if (!start) throw new Error(`${name} has no fixtures.`)
  const services = await Promise.all(
    published.map(() => start({ ...clock, now: () => clock.now() })),
  )
  onTestFinished(async () => {
    for (const { double } of services) await double.stop()
  })
  const origins = services.map(({ double: { url } }) => `${url}=${url}`)
  const world = await createWorld({ environment: { INTEGRATION_ORIGINS: origins.join(',') } })
  clock.now = world.clock.now
  const served = await world.serve()
  world.services.config = { ...world.services.config, appUrl: served.baseUrl }
  await world.queue.start([sendLossEmail], world.services)
  return { world, services }
}

/** The product calls this double alone, whatever the service's origins are. */
function turnTo({ services }: World, { name }: AnyIntegration, service: Service) {
  const origins = new Map<string, string>()
  origins.get = () => service.double.url
  services.config = {
    ...services.config,
    integrationOrigins: origins,
    integrationApps: new Map(service.app ? [[name, service.app]] : []),
    ...(service.aggregatorToken ? { aggregatorToken: service.aggregatorToken } : {}),
  }
}

async function connect({ services }: World, site: TestSite, parts: Parts) {
  const { integration, service } = parts
  const settings = integration.settings.parse(service.settings)
  const by = undefined
  const begun = await beginConnection(services, site.scope, { integration, settings, by })
  if (!begun.ok) throw new Error('It was not begun.')
  await services.db.system
    .update(teams)
    .set({ planOverrides: { reviewsLimit: 300 } })
    .where(eq(teams.id, site.scope.teamId))
  const grant =
    integration.oauth && service.token
      ? { accessToken: service.token, refreshToken: null, expiresAt: null, answer: {} }
      : undefined
  return activate(services, begun.connection, { settings, ...(grant ? { grant } : {}) })
}

type Parts = { integration: AnyIntegration; service: Service; refusal: Refusal }

const rowOf = async ({ services }: World, uuid: string) => {
  const [row] = await services.db.system
    .select()
    .from(connections)
    .where(eq(connections.uuid, uuid))
  if (!row) throw new Error('The connection is gone.')
  return row
}

/** Reads as often as the service wants it, so many times at most. */
async function readOn(world: World, uuid: string, { times, until }: Reading) {
  for (let read = 0; read < times; read += 1) {
    await connectionsJob.run(world.services, {})
    if (await until()) return
    const due = (await rowOf(world, uuid)).pullDueAt?.getTime() ?? 0
    world.clock.advance(Math.max(due - world.clock.now().getTime(), minuteMillis))
  }
}

type Reading = { times: number; until: () => Promise<boolean> }

const idsOf = async ({ services }: World, site: TestSite, { brings }: AnyIntegration) => {
  const kind = brings.includes('purchase') ? 'purchase' : brings[0]
  const rows = await services.db.system
    .select()
    .from(activities)
    .where(eq(activities.siteId, site.scope.siteId))
  return rows.flatMap((row) => (row.kind === kind ? [row.externalId] : [])).sort()
}

/** When each list was last read to its end. The note of a missing account is no list. */
const completedIn = (cursor: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries((cursor ?? {}) as Record<string, { since?: number; finished?: { at: number } }>)
      .filter(([list]) => list !== 'missing')
      .map(([list, { since, finished }]) => [list, since ?? finished?.at ?? 0] as const)
      .filter(([, at]) => at > 0),
  )

/** The owner's sentences about a connection. */
async function sentencesOf({ services }: World, site: TestSite, uuid: string) {
  const view = await readConnection(services, site.scope, { uuid, asked: null, mayChange: true })
  if (!view) throw new Error('The connection has no screen.')
  const { health, problem } = view
  return { state: health.state, reads: [health.sentence, ...(problem ? [problem] : [])].join(' ') }
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Plain words, and nothing of the service's answer. */
function expectPlain(sentence: string, { answer }: Refusal) {
  const given = textsIn([answer.json, answer.text]).filter((text) => /\D/.test(text))

  // Scopes have no other names in Shopify's Dev Dashboard.
  expect(sentence.replaceAll(/\bread_[a-z]+/g, '')).toMatch(/^[A-Z][^{}<>_]*\.$/)
  expect(sentence).not.toMatch(/\b[1-5]\d\d\b|\b(HTTP|JSON|API|null|undefined|error)\b/)
  expect(given.filter((text) => sentence.includes(text))).toEqual([])
}

/** Connects while the service refuses: nothing of it stays, and there is one sentence. */
async function connectRefused(world: World, site: TestSite, parts: Parts) {
  const { db } = world.services
  const before = await db.system.$count(connections)
  let read = { state: 'connected', reads: 'The service is connected.' }
  try {
    await connect(world, site, parts)
    await db.system.delete(connections).where(eq(connections.siteId, site.scope.siteId))
  } catch (error) {
    if (!isFailedCall(error)) throw error
    const { fields, form } = connectErrors(error, parts.integration)
    const reads = [...Object.values(fields), ...(form === null ? [] : [form])].join(' ')
    read = { state: 'refused', reads }
    await db.system.delete(connections).where(eq(connections.state, 'pending'))
  }
  expect(await db.system.$count(connections)).toBe(before)
  return read
}

/** @returns the sentences while the service refuses: when connecting, and of a connection that is read */
async function meet(world: World, refusedSite: TestSite, parts: Parts) {
  const { integration, service, refusal } = parts
  const { double } = service
  turnTo(world, integration, service)
  const site = await world.site()
  // More than two pages of any double.
  const placed: string[] = []
  while (placed.length < 12) placed.push(await service.placeOrder())
  world.clock.advance(hourMillis)
  const refuse = () => {
    double.failBy((request) => (refusal.meets(request) ? refusal.answer : undefined))
  }

  refuse()
  const connecting = await connectRefused(world, refusedSite, parts)
  double.heal()
  const uuid = await connect(world, site, parts)
  if (!integration.pull) return [connecting]
  refuse()
  await readOn(world, uuid, {
    times: 6,
    until: async () => (await rowOf(world, uuid)).failures > 1,
  })
  const during = await rowOf(world, uuid)
  const reading = await sentencesOf(world, site, uuid)
  expect(during.state).toBe(reading.state === 'lost' ? 'lost' : 'active')
  double.heal()
  const healedAt = world.clock.now().getTime()
  world.clock.advance(dayMillis)
  if (during.state === 'lost') expect(await connect(world, site, parts)).toBe(uuid)
  const isAll = async () => (await idsOf(world, site, integration)).length >= placed.length
  await readOn(world, uuid, { times: 12, until: isAll })
  const isRead = async () => {
    const { failures, fault, cursor } = await rowOf(world, uuid)
    const completed = completedIn(cursor)
    const lists = Object.keys(completedIn(during.cursor))
    return failures === 0 && !fault && lists.every((list) => (completed[list] ?? 0) >= healedAt)
  }
  await readOn(world, uuid, { times: 3, until: isRead })

  expect(await idsOf(world, site, integration)).toEqual(placed.toSorted())
  const after = await rowOf(world, uuid)
  expect(after).toMatchObject({ state: 'active', failures: 0, fault: null })
  expect((await sentencesOf(world, site, uuid)).reads).toMatch(/^\S.* is connected, and new data /)
  // No list begins again that had been read.
  for (const [list, at] of Object.entries(completedIn(during.cursor))) {
    expect([list, (completedIn(after.cursor)[list] ?? 0) >= at]).toEqual([list, true])
  }
  await world.services.db.system
    .update(connections)
    .set({ pullDueAt: null })
    .where(eq(connections.uuid, uuid))
  return [connecting, reading]
}

test.each(refused)(
  '%s: owners read one true sentence of each refusal, and nothing is lost or twice',
  async (name, integration, published) => {
    const { world, services } = await openWorld(integration, published)
    const refusedSite = await world.site()

    const met: Record<string, string[]> = {}
    for (const [index, refusal] of published.entries()) {
      const service = services[index]
      if (!service) throw new Error('A double is missing.')
      const found = await meet(world, refusedSite, { integration, service, refusal })
      for (const { reads } of found) expectPlain(reads, refusal)
      met[refusal.id] = found.map(({ state, reads }) => `${state}: ${reads}`)
    }

    const expected = JSON.stringify(refusalSentences[name] ?? {})
    const service = integrationLabels[name]
    expect(met).toEqual(JSON.parse(expected.replaceAll('SERVICE', service)))
  },
)
