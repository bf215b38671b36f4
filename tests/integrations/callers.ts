/** Callers for tests: they reach a double, and nothing else. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { AnyIntegration, Caller, Cursor, RawDelivery } from '#app/integrations/integration.ts'
import { isActivity, type IntegrationRecord } from '#app/integrations/record.ts'
import { hourMillis } from '#app/lib/time.ts'
import { createProviderClients, type ProviderClient } from '#app/lib/web/provider-client.server.ts'
import { ProviderReply } from '#app/lib/web/provider-reply.ts'
import type { Clock } from '../support/clock.ts'
import type { BatteryCase, DeliveryCase, Signing, World } from './battery-case.ts'

const hookSecret = 'hookSecret0123456789'

export type Connected = {
  world: World
  /** Names that were looked up: nothing in a record may lead anywhere. */
  resolved: string[]
  subscription: Readonly<Record<string, string>>
  caller: () => Caller
}

/** A world with a connection, until the test ends. */
export async function connect(
  integration: AnyIntegration,
  { start }: BatteryCase,
  { clock }: { clock: Clock },
): Promise<Connected> {
  const world = await start(clock)
  onTestFinished(world.double.stop)
  const hookUrl = await startHookAddress()
  const resolved: string[] = []
  const clients = createProviderClients({
    now: clock.now,
    internet: {
      doubles: [world.double.url],
      resolve(name) {
        resolved.push(name)
        if (name !== '127.0.0.1') throw new Error('Nothing else is reached.')
        return Promise.resolve([{ address: name, family: 4 }])
      },
    },
  })
  const http = clients({
    key: integration.name,
    budget: { requests: 1_000_000, seconds: 1 },
    maxBytes: 3_000_000,
  })
  let token = world.token ?? null
  let subscription: Readonly<Record<string, string>> = world.subscription ?? {}
  const caller = (): Caller => ({
    settings: integration.settings.parse(world.settings),
    http,
    now: clock.now(),
    hookUrl,
    hookSecret,
    subscription,
    origin: () => world.double.url,
    token: async (make) => (token ??= (await make()).token),
    reviewsLimit: 300,
    app: world.app ?? null,
    aggregatorToken: world.aggregatorToken ?? null,
  })
  if (!world.subscription) subscription = (await integration.subscribe?.(caller())) ?? {}
  return { world, resolved, subscription, caller }
}

/**
 * Asks the double without a connection, which takes most of the time of thousands of requests. A
 * refusal is asked for again over HTTP, where the client knows what it means. Their requests
 * follow from damaged values, so they aren’t compared with published facts.
 */
export function withoutConnection({ world, caller }: Connected): () => Caller {
  world.double.ignorePublished()
  const ask: ProviderClient['request'] = async (request) => {
    const { method = 'GET', headers = {}, query = {}, json, form, jsonText } = request
    const url = new URL(request.url)
    if (url.origin !== world.double.url) return caller().http.request(request)
    for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
    const reply = await world.double.replyTo({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: lowerCased(headers),
      body: jsonText ?? (form ? String(new URLSearchParams(form)) : textOfJson(json)),
    })
    const { status = 200 } = reply
    if (status < 200 || status > 299) return caller().http.request(request)
    const text = reply.json === undefined ? (reply.text ?? '') : JSON.stringify(reply.json)
    return new ProviderReply({ status, headers: lowerCased(reply.headers ?? {}), text })
  }
  return () => ({ ...caller(), http: { request: ask } })
}

const textOfJson = (json: unknown) => (json === undefined ? '' : JSON.stringify(json))

/** Names of headers as Node reads them. */
const lowerCased = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** An address for deliveries that answers as the product does. */
async function startHookAddress(): Promise<string> {
  const server = createServer((_request, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hooks/x/token`
}

export const signingOf = ({ world, subscription }: Connected, at: Date): Signing => ({
  world,
  subscription,
  hookSecret,
  at,
  isForged: false,
})

export const textOf = ({ json, textOf: write }: DeliveryCase, signing: Signing): string =>
  write ? write(json, signing) : JSON.stringify(json)

export const rawDelivery = (
  one: DeliveryCase,
  signing: Signing,
  text = textOf(one, signing),
): RawDelivery => ({
  method: 'POST',
  headers: one.sign(text, signing),
  query: new URLSearchParams(),
  body: Buffer.from(text),
})

export const storedDelivery = (topic: string, text: string, receivedAt: Date) => ({
  topic,
  text,
  receivedAt,
  contentType: 'application/json',
  query: new URLSearchParams(),
})

export function answerWith({ double }: World, answers: Readonly<Record<string, unknown>>): void {
  for (const [name, json] of Object.entries(answers)) double.answers.set(name, json)
}

/** More pages than any test has. */
const mostPages = 60

/** Reads page after page until there is no more. @throws what a page names as its failure */
export async function pullAll(
  integration: AnyIntegration,
  caller: () => Caller,
  from: Cursor,
): Promise<{ records: IntegrationRecord[]; cursor: Cursor; pages: number }> {
  const records: IntegrationRecord[] = []
  let cursor = from
  // Waiting changes nothing but the time.
  let waitedUntil = new Date(0)
  for (let pages = 1; pages <= mostPages; pages += 1) {
    const one = caller()
    const now = one.now > waitedUntil ? one.now : waitedUntil
    const page = await integration.pull?.page({ ...one, now }, cursor)
    if (!page) throw new Error('The integration pulls nothing.')
    if (page.failure) throw page.failure
    records.push(...page.records)
    // As the database keeps it.
    cursor = JSON.parse(JSON.stringify(page.cursor)) as Cursor
    waitedUntil = page.againAt ?? waitedUntil
    if (!page.hasMore && !page.againAt) return { records, cursor, pages }
  }
  throw new Error('It never ends.')
}

/** Reads as the job does: a page that fails doesn’t stop the others. */
export async function readThrough(
  integration: AnyIntegration,
  caller: () => Caller,
  from: Cursor,
): Promise<{ records: IntegrationRecord[]; failures: unknown[]; cursor: Cursor }> {
  const records: IntegrationRecord[] = []
  const failures: unknown[] = []
  let cursor = from
  let waitedUntil = new Date(0)
  for (let pages = 1; pages <= mostPages; pages += 1) {
    const one = caller()
    const now = one.now > waitedUntil ? one.now : waitedUntil
    try {
      const page = await integration.pull?.page({ ...one, now }, cursor)
      if (!page) throw new Error('The integration pulls nothing.')
      if (page.failure) failures.push(page.failure)
      records.push(...page.records)
      cursor = JSON.parse(JSON.stringify(page.cursor)) as Cursor
      waitedUntil = page.againAt ?? waitedUntil
      if (!page.hasMore && !page.againAt) return { records, failures, cursor }
    } catch (error) {
      failures.push(error)
      return { records, failures, cursor }
    }
  }
  throw new Error('It never ends.')
}

/** Places five orders, or what the service has instead, an hour ago: newer ones are read again. @returns their ids */
export async function placeFive(
  { world }: Pick<Connected, 'world'>,
  clock: Clock,
): Promise<string[]> {
  const placed: string[] = []
  for (let nth = 0; nth < 5; nth += 1) {
    placed.push(await world.placeOrder())
    clock.advance(1000)
  }
  clock.advance(hourMillis)
  return placed.sort()
}

/** IDs of the records that `placeOrder` creates. */
export function placedIds(
  records: readonly IntegrationRecord[],
  { brings }: AnyIntegration,
): string[] {
  const kind = brings.includes('purchase') ? 'purchase' : brings[0]
  return records.flatMap((one) => (one.kind === kind && isActivity(one) ? [one.id] : [])).sort()
}

/** The error of a call that has to fail, or the word that it didn't. */
export async function failureOf(call: () => unknown): Promise<unknown> {
  try {
    await call()
    return 'succeeded'
  } catch (error) {
    return error
  }
}
