/** Stores one day of the sample shop, the way that a real one's arrives: events, then orders, sign-ups and reviews. */
import { and, asc, eq } from 'drizzle-orm'
import type { ReviewInput } from '#app/contract/reviews.ts'
import { nudgeExperiments, nudges } from '#app/db/schema/index.ts'
import { assignArm } from '#app/domain/allocation/assign-arm.ts'
import { recordActivities } from '#app/domain/activities/record-activities.server.ts'
import {
  createWebVitalsReports,
  type WebVitalsReport,
} from '#app/domain/events/collect-web-vitals.server.ts'
import { ensurePartitions } from '#app/domain/events/partitions.server.ts'
import { createPixelLastSeen } from '#app/domain/events/pixel-last-seen.server.ts'
import {
  storeEvents,
  type EventRow,
  type StoreOutcome,
} from '#app/domain/events/store-events.server.ts'
import { startExperiment } from '#app/domain/nudges/experiments/experiments.server.ts'
import { knownSiteColumns } from '#app/domain/nudges/known-site-columns.server.ts'
import { putProducts } from '#app/domain/products/reported-products.server.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { compilePayload } from '#app/domain/serving/payload.server.ts'
import { createSiteReader, type KnownSite } from '#app/domain/sites/known-site.server.ts'
import { speedSampling } from '#app/contract/pixel-events.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { demoCurrency, demoProducts } from '../shop/catalog.ts'
import { createDraw } from './draw.ts'
import { followVisitor, type Followed, type SeenSite } from './follow-visitor.ts'
import { planVisitors, type PlannedVisitor } from './plan-visitors.ts'
import { rollSiteDay } from './roll-site-day.server.ts'
import type { SampleShop } from './sample-shop.server.ts'

type DayPart = {
  seed: string
  /** `2026-11-30`. */
  day: string
  /** Later events are left to the next start. */
  until: Date
  /** Whether the experiment begins on this day. */
  startsExperiment: boolean
  /** Leaves the database to others after each piece of work. */
  rest: Rest
}

/** @param millis how long the last piece of work took */
export type Rest = (millis: number) => Promise<void>

/** Small enough that people who use the product in between don’t wait. */
const batch = 250
const activityBatch = 20

/** A visit and its order take less. */
const visitMillis = 3 * minuteMillis

/**
 * Moments until `filledUntil` were simulated with what was served then, and aren't simulated again: with other
 * settings, their visitors would do other things as well.
 */
export async function storeDay(
  services: Services,
  shop: SampleShop,
  { seed, day, until, startsExperiment, rest }: DayPart,
): Promise<void> {
  const begins = new Date(day)
  const ends = new Date(Math.min(begins.getTime() + dayMillis, until.getTime()))
  const isPart = ends.getTime() < begins.getTime() + dayMillis
  const isNew = (at: Date) => at > shop.filledUntil && at <= ends
  const take = restAfter(rest)
  await ensurePartitions(services.pool, begins, ends)
  const products = productsOf(services, seed, day)
  await take(() => putProducts({ ...services, now: () => ends }, shop.scope, products))
  const early = { ...services, now: () => begins }
  if (startsExperiment) await ensureExperiment(early, shop)
  const seen = await take(() => readSite(early, shop))

  const visitors = planVisitors(seed, day).filter(({ at }) =>
    isNew(new Date(at.getTime() + visitMillis)),
  )
  const followed = visitors.map((visitor) => followVisitor(visitor, seen))
  await storeRows(services, followed, take)
  const inputs = [
    ...followed.flatMap(({ order, signup }) => [
      ...(order ? [order] : []),
      ...(signup ? [signup] : []),
    ]),
    ...reviewsOf(services, seed, day).filter(({ occurred_at: at }) => isNew(new Date(at))),
  ]
  const { tokenId } = shop
  for (let at = 0; at < inputs.length; at += activityBatch) {
    const part = inputs.slice(at, at + activityBatch)
    await take(() =>
      recordActivities({ ...services, now: () => ends }, shop.scope, { inputs: part, tokenId }),
    )
  }
  await storeSpeeds(services, { visitors, known: seen.known, day })
  const sightings = createPixelLastSeen(services)
  sightings.note(seen.known, ends)
  await sightings.drain()
  if (!isPart) await take(() => rollSiteDay(services, shop.scope, day))
}

type Take = <Result>(work: () => Promise<Result>) => Promise<Result>

const restAfter =
  (rest: Rest): Take =>
  async (work) => {
    const began = performance.now()
    const result = await work()
    await rest(performance.now() - began)
    return result
  }

/** The site as the edge knows it on that day, and the nudges that it serves. */
async function readSite(services: Services, shop: SampleShop): Promise<SeenSite> {
  const { db, log, now, config } = services
  const known = await createSiteReader({ db, now, ofNudges: knownSiteColumns })(shop.scope.siteUuid)
  if (!known) throw new Error('The sample site is not known.')
  const parts = { db, log, now, appUrl: config.appUrl }
  const payload = await compilePayload(parts, shop.scope, {
    withheld: undefined,
    counts: undefined,
  })
  return {
    known,
    nudges: payload?.nudges ?? [],
    tested: known.experiment ? await testedNudge(services, shop) : null,
    goals: shop.goals,
    shopUrl: `${config.appUrl}/demo`,
  }
}

async function testedNudge({ db }: Services, { scope }: SampleShop): Promise<string | null> {
  const [row] = await db.system
    .select({ shortId: nudges.shortId })
    .from(nudgeExperiments)
    .innerJoin(nudges, eq(nudges.id, nudgeExperiments.nudgeId))
    .where(inSite(nudgeExperiments, scope))
    .limit(1)
  return row?.shortId ?? null
}

/** With and without the first nudge, once. */
async function ensureExperiment(services: Services, shop: SampleShop): Promise<void> {
  const { db } = services
  if ((await db.system.$count(nudgeExperiments, inSite(nudgeExperiments, shop.scope))) > 0) return
  const [nudge] = await db.system
    .select({ uuid: nudges.uuid })
    .from(nudges)
    .where(and(inSite(nudges, shop.scope), eq(nudges.state, 'published')))
    .orderBy(asc(nudges.id))
    .limit(1)
  if (!nudge) return
  const wanted = { nudge: nudge.uuid, userId: shop.merchantId, kind: 'without', share: 50 } as const
  await startExperiment(services, shop.scope, wanted)
}

/** Beyond its plan's visitors, nudges aren't shown, and orders go on: as in any shop. */
const ordinary = new Set<StoreOutcome>(['accepted', 'duplicate', 'over_limit'])

async function storeRows(
  { pool }: Services,
  followed: readonly Followed[],
  take: Take,
): Promise<void> {
  const rows: EventRow[] = followed.flatMap((one) => one.rows)
  for (let at = 0; at < rows.length; at += batch) {
    const part = rows.slice(at, at + batch)
    const outcomes = await take(() => storeEvents(pool, part))
    const other = outcomes.find((one) => !ordinary.has(one))
    if (other) throw new Error(`An event of the sample shop became ${other}.`)
  }
}

type Measured = { visitors: readonly PlannedVisitor[]; known: KnownSite; day: string }

/** One in so many, as the pixel does it. */
async function storeSpeeds(services: Services, { visitors, known, day }: Measured): Promise<void> {
  const reports = visitors
    .filter(({ moods }) => moods.measures * speedSampling < 1)
    .map(({ name, key, speed }): WebVitalsReport => ({
      id: `sample-speed-${name}`,
      siteId: known.siteId,
      arm: assignArm(key, known.holdout),
      lcp: speed.lcp,
      cls: 0.01,
      inp: speed.inp,
      own: 2,
      day,
    }))
  if (reports.length > 0) await createWebVitalsReports(services).record(reports, performance.now())
}

/** Sold down over two weeks, then filled up again. */
function productsOf({ config }: Services, seed: string, day: string) {
  const days = Math.floor(new Date(day).getTime() / dayMillis)
  return demoProducts.map(({ slug, title, price, picture }, place) => ({
    externalId: slug,
    title,
    url: `${config.appUrl}/demo/products/${slug}`,
    image: `${config.appUrl}/demo/images/${picture}.svg`,
    priceCents: price,
    currency: demoCurrency,
    stock: 3 + 4 * (13 - ((days + place * 5) % 14)) + createDraw(`${seed} stock ${slug}`).below(3),
    isAvailable: true,
  }))
}

const sentences = [
  'Just as it was shown.',
  'It came on the day that was promised.',
  'Sturdier than I expected.',
  'A little smaller than I thought, and lovely.',
  'I ordered a second one.',
  'Well packed, without plastic.',
] as const

/** On most days one, by no one: a review needs no name. */
function reviewsOf({ config }: Services, seed: string, day: string): ReviewInput[] {
  const draw = createDraw(`${seed} ${day} reviews`)
  if (draw.next() > 0.7) return []
  const product = draw.oneOf(demoProducts as [(typeof demoProducts)[number]])
  const drawn = draw.next()
  return [
    {
      kind: 'review',
      id: `sample-review-${day}`,
      occurred_at: new Date(new Date(day).getTime() + 9 * hourMillis).toISOString(),
      state: 'confirmed',
      test: false,
      stars: drawn < 0.6 ? 5 : drawn < 0.85 ? 4 : 3,
      body: draw.oneOf(sentences),
      items: [
        {
          title: product.title,
          url: `${config.appUrl}/demo/products/${product.slug}`,
          image: `${config.appUrl}/demo/images/${product.picture}.svg`,
        },
      ],
    },
  ]
}
