/** Pages of reviews are read in jobs of the aggregator, which take their time and cost credits. */
import { expect, onTestFinished, test } from 'vitest'
import { hourMillis, minuteMillis } from '#app/lib/time.ts'
import { BadRecord, HeldUp, TryLater } from '#app/lib/web/provider-errors.ts'
import { createProviderClients } from '#app/lib/web/provider-client.server.ts'
import {
  startDatashakeServer,
  type DatashakeServer,
} from '#workshop/doubles/shops/datashake-server.ts'
import payload from '#tests/payloads/services/review_pages.json' with { type: 'json' }
import { createClock, type Clock } from '#tests/support/clock.ts'
import { yelp } from '../catalog/review-pages.ts'
import type { Caller, Cursor, PulledPage } from '../integration.ts'
import { WrongSetting } from './wrong-setting.ts'

const ours = 'https://www.yelp.com/biz/oak-pottery-austin'
const other = 'https://www.yelp.com/biz/ash-pottery-austin'

type Source = {
  clock: Clock
  double: DatashakeServer
  settings: { page: string; token: string | null; limit: number }
  /** One call, with what the one before returned. */
  step: () => Promise<PulledPage>
  /** As when the list before it has many more. */
  doubt: () => void
  /** Until there is nothing to do; waits as long as it has to. @returns ids of the reviews */
  read: () => Promise<string[]>
  /** The same. @returns the list that was completed */
  readList: () => Promise<PulledPage['completedReviews']>
  /** Parameters of the jobs that were started. */
  started: () => Record<string, string>[]
}

async function createSource(): Promise<Source> {
  const clock = createClock()
  const double = await startDatashakeServer(clock.now)
  onTestFinished(double.stop)
  const clients = createProviderClients({
    now: clock.now,
    internet: {
      doubles: [double.url],
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    },
  })
  const settings: Source['settings'] = { page: ours, token: double.token, limit: 300 }
  let cursor: Cursor = null
  async function step(): Promise<PulledPage> {
    const caller: Caller = {
      settings: { page: settings.page },
      http: clients({ key: 'aggregator', budget: { requests: 1_000, seconds: 1 } }),
      now: clock.now(),
      hookUrl: '',
      hookSecret: '',
      subscription: {},
      origin: () => double.url,
      token: () => Promise.reject(new Error('It needs none.')),
      reviewsLimit: settings.limit,
      app: null,
      aggregatorToken: settings.token,
    }
    if (!yelp.pull) throw new Error('Yelp pulls nothing.')
    const page = await yelp.pull.page(caller, cursor)
    cursor = page.cursor
    return page
  }
  async function readAll(): Promise<PulledPage[]> {
    const pages: PulledPage[] = []
    for (;;) {
      const page = await step()
      const { hasMore, againAt, failure } = page
      if (failure) throw failure
      pages.push(page)
      if (!hasMore && !againAt) return pages
      if (againAt) clock.advance(againAt.getTime() - clock.now().getTime())
    }
  }
  return {
    clock,
    double,
    settings,
    step,
    doubt() {
      cursor = yelp.pull?.doubted?.(cursor) ?? null
    },
    async read() {
      const pages = await readAll()
      const records = pages.flatMap((page) => page.records)
      return records.flatMap((one) => (one.kind === 'review' ? one.id : []))
    },
    readList: async () => (await readAll()).at(-1)?.completedReviews,
    started: () =>
      double.seen
        .filter(({ method }) => method === 'POST')
        .map(({ query }) => Object.fromEntries(query)),
  }
}

const day = 24 * hourMillis

const write = ({ double, clock }: Source, number: number) =>
  Array.from({ length: number }, () => {
    clock.advance(day)
    return `yelp-${String(double.placeOrder().id)}`
  })

test('it waits longer and longer for a job, and asks for nothing else meanwhile', async () => {
  const source = await createSource()
  const { clock, double, step } = source
  double.answers.set('GET /api/v2/profiles/info', { ...payload.info, crawl_status: 'maintenance' })
  const waits: number[] = []
  let { againAt } = await step()
  for (let nth = 0; nth < 8; nth += 1) {
    if (!againAt) throw new Error('It doesn’t wait.')
    waits.push((againAt.getTime() - clock.now().getTime()) / minuteMillis)
    clock.advance(againAt.getTime() - clock.now().getTime())
    againAt = (await step()).againAt
  }

  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
  expect(source.started()).toHaveLength(1)
})

test.each([401, 402, 403, 423])(
  'an aggregator that answers %i refuses our account, not the site owner’s',
  async (status) => {
    const { double, step } = await createSource()
    double.failNext({ status, json: {} })

    const refused: unknown = await step().catch((error: unknown) => error)

    expect(refused).toBeInstanceOf(TryLater)
    expect(refused).not.toBeInstanceOf(HeldUp)
    expect(refused).toMatchObject({ message: 'The aggregator refused our token.' })
  },
)

test('a web page in place of the aggregator says nothing about our account', async () => {
  const { double, step } = await createSource()
  double.failNext('challenge')

  const failed: unknown = await step().catch((error: unknown) => error)

  expect(failed).toBeInstanceOf(TryLater)
  expect(failed).not.toMatchObject({ message: 'The aggregator refused our token.' })
})

test('a job that never ends is given up after two days, and another one follows later', async () => {
  const source = await createSource()
  const { clock, double, step } = source
  double.answers.set('GET /api/v2/profiles/info', { ...payload.info, crawl_status: 'pending' })
  await step()
  clock.advance(48 * hourMillis)

  const given = await step()
  expect(given.failure).toBeInstanceOf(BadRecord)
  expect(given.againAt).toEqual(new Date(clock.now().getTime() + 12 * hourMillis))

  clock.advance(12 * hourMillis)
  await step()
  expect(source.started()).toHaveLength(2)
})

test('a failed job, and one that was forgotten, are followed by another one', async () => {
  const source = await createSource()
  const { double, step } = source
  double.answers.set('GET /api/v2/profiles/info', { ...payload.info, crawl_status: 'failed' })
  await step()
  expect((await step()).failure).toBeInstanceOf(BadRecord)

  double.answers.clear()
  await step()
  double.forgetJobs()
  expect((await step()).failure).toBeInstanceOf(BadRecord)

  const ids = write(source, 2)
  expect((await source.read()).sort()).toEqual(ids)
})

test('each job lists everything again, because only so edits and deletions are noticed', async () => {
  const source = await createSource()
  const { clock } = source
  const first = write(source, 4)
  expect((await source.read()).sort()).toEqual(first)
  clock.advance(day)
  const second = write(source, 2)
  expect((await source.read()).sort()).toEqual([...first, ...second])

  const [begun, again] = source.started()
  expect(begun).toMatchObject({ url: ours, blocks: '300', from_date: '2024-03-06' })
  expect(again).not.toHaveProperty('diff')
})

test('as many of the newest reviews are kept as the plan includes, and all once it includes more', async () => {
  const source = await createSource()
  const ids = write(source, 6)
  source.settings.limit = 2
  expect(await source.read()).toEqual(ids.slice(-2).reverse())

  source.settings.limit = 5
  expect(await source.read()).toEqual(ids.slice(-5).reverse())
  expect(source.started().map(({ blocks }) => blocks)).toEqual(['10', '10'])
})

test.each([
  [9, true],
  // The job was asked for ten, and may have left others out.
  [10, false],
  [12, false],
])('a list of %i reviews at a limit of one is whole: %s', async (number, isWhole) => {
  const source = await createSource()
  write(source, number)
  source.settings.limit = 1
  source.double.paging.size = 100
  const list = await source.readList()
  expect(list?.listed).toBe(1)
  expect(list?.oldest === null).toBe(isWhole)
})

test('a list that was doubted is followed by another one soon, once', async () => {
  const source = await createSource()
  write(source, 4)
  const soon = async () => {
    const before = source.started().length
    source.clock.advance(2 * hourMillis)
    await source.read()
    return source.started().length > before
  }
  await source.read()
  expect(await soon()).toBe(false)
  source.clock.advance(18 * hourMillis)
  await source.read()
  source.doubt()
  expect(await soon()).toBe(true)
  source.doubt()
  expect(await soon()).toBe(false)
})

test('no second job is started on the same day, and one for another page is', async () => {
  const source = await createSource()
  write(source, 1)
  await source.read()
  source.clock.advance(hourMillis)
  expect(await source.read()).toEqual([])
  expect(source.started()).toHaveLength(1)

  source.settings.page = other
  await source.read()
  expect(source.started().map(({ url }) => url)).toEqual([ours, other])
})

test('a page that leads to nothing, or that the aggregator doesn’t know, is a wrong setting', async () => {
  const source = await createSource()
  source.double.gone.add(ours)
  await source.step()
  await expect(source.step()).rejects.toBeInstanceOf(WrongSetting)

  source.settings.page = other
  source.double.unsupported.add(other)
  await expect(source.step()).rejects.toBeInstanceOf(WrongSetting)
})

test('without a token, and with one that is refused, it is tried later', async () => {
  const source = await createSource()
  const later = () => expect(source.step()).rejects.toBeInstanceOf(TryLater)
  source.settings.token = null
  await later()
  source.settings.token = 'another-token'
  await later()

  // As its answers were recorded: the status is in the body.
  source.settings.token = source.double.token
  source.double.answers.set('POST /api/v2/profiles/add', payload.invalid_token)
  await later()
  source.double.answers.set('POST /api/v2/profiles/add', { ...payload.invalid_token, status: 429 })
  await later()
})

test('an endless list is left', async () => {
  const source = await createSource()
  const reviews = [payload.review]
  const answer = {
    ...payload.info,
    result_count: 1_000_000,
    reviews: reviews.map((one) => ({ ...one, date: '2026-02-01' })),
  }
  source.double.answers.set('GET /api/v2/profiles/reviews', answer)

  expect(await source.read()).toHaveLength(40)
})
