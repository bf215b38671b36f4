/** A shop's payments while Shopify refuses: what people see, and that nothing is charged twice. */
import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purchases, teams } from '#app/db/schema/index.ts'
import { cancelPlan } from '#app/domain/billing/cancel-plan.server.ts'
import type { BillingStep } from '#app/domain/billing/channel.ts'
import { choosePlan } from '#app/domain/billing/choose-plan.server.ts'
import { startPurchase } from '#app/domain/billing/purchases.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { createShopBillingWorld } from '#tests/support/shopify/billing-world.ts'
import { meetRefusals, phraseOf } from '#tests/support/shopify/meet-refusals.ts'
import {
  away,
  busy,
  closed,
  nothing,
  passing,
  tooBusy,
  withoutOrders,
  type Sentences,
} from './sentences.ts'

const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
const returnUrl = 'http://footfall.test/shopify/billing/success'
const refused = 'We were unable to update your subscription'
const ended = 'The app’s access to your shop has ended'
const sentences = [...Object.values(closed), away, tooBusy, ended, refused]

/** For calls that change something. */
const whilePaying: Sentences = {
  ...withoutOrders,
  ...closed,
  ...passing(away),
  ...busy(tooBusy),
  'user-errors': refused,
  expired: '',
  revoked: ended,
}

async function createShop() {
  const world = await createShopBillingWorld()
  const { services, scope, shop } = world
  const { db } = services
  const readTeam = async () =>
    (await db.system.select().from(teams).where(eq(teams.id, scope.teamId)))[0]
  const ownerId = (await readTeam())?.ownerId ?? 0
  const choose = (planId: string, operation: string) =>
    choosePlan(services, scope, {
      planId,
      coupon: null,
      operation,
      actor: { userId: ownerId },
      returnUrl,
    })
  return {
    ...world,
    ownerId,
    choose,
    plan: async () => (await readTeam())?.plan,
    charges: () => shop.state.installation?.subscriptions ?? [],
    cancel: (operation: string) => cancelPlan(services, scope, { operation, userId: ownerId }),
  }
}

/** The sentence of a refusal; '' for a request that is fulfilled. */
async function sentenceOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return ''
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return phraseOf(error.message, sentences)
  }
}

const pageOf = (step: BillingStep): string => (step.kind === 'redirect' ? step.url : step.kind)

test('a plan is chosen once, and says why it can’t be', async () => {
  const world = await createShop()
  let operation = ''
  let before = 0

  const seen = await meetRefusals(world, {
    sends: ['ListAppSubscriptions', 'CreateAppSubscription', 'ReadAppSubscription'],
    prepare() {
      operation = randomUUID()
      before = world.charges().length
      return Promise.resolve()
    },
    run: () => sentenceOf(() => world.choose('lite-shopify', operation)),
    async finish() {
      const page = pageOf(await world.choose('lite-shopify', operation))
      expect(pageOf(await world.choose('lite-shopify', operation))).toBe(page)
      expect(world.charges()).toHaveLength(before + 1)
      await world.answer(page, 'decline')
      await world.process()
      expect(await world.plan()).toBe('free-shopify')
    },
  })

  expect(seen).toEqual(whilePaying)
})

test('a payment is confirmed, or the page says why not yet', async () => {
  const world = await createShop()
  const { shop, served } = world
  let nth = 0
  let planId = ''

  const seen = await meetRefusals(world, {
    sends: ['ListAppSubscriptions', 'CreateAppSubscription', 'ReadAppSubscription'],
    async prepare() {
      nth += 1
      planId = nth % 2 === 0 ? 'lite-shopify' : 'plus-shopify'
      shop.webhooks.hold()
      await world.answer(pageOf(await world.choose(planId, randomUUID())), 'approve')
    },
    async run() {
      const { pathname, search } = new URL(shop.launchUrl('/shopify/billing/success'))
      const response = await served.fetch(pathname + search, { headers: browser })
      const page = (await response.text()).replaceAll('<!-- -->', '')
      const found = phraseOf(page, sentences)
      if (found !== page) expect(page).toContain('couldn’t confirm your payment')
      return found === page ? '' : found
    },
    async finish() {
      await shop.webhooks.release()
      await world.process()
      expect(await world.plan()).toBe(planId)
    },
  })

  expect(seen).toEqual({ ...whilePaying, 'user-errors': '' })
})

test('a plan is canceled, or says why it can’t be', async () => {
  const world = await createShop()
  let operation = ''

  const seen = await meetRefusals(world, {
    sends: [
      'ListAppSubscriptions',
      'CreateAppSubscription',
      'CancelAppSubscription',
      'ReadAppSubscription',
    ],
    async prepare() {
      operation = randomUUID()
      await world.answer(pageOf(await world.choose('lite-shopify', randomUUID())), 'approve')
      await world.process()
      expect(await world.plan()).toBe('lite-shopify')
    },
    run: () => sentenceOf(() => world.cancel(operation)),
    async finish() {
      if ((await world.plan()) === 'lite-shopify') await world.cancel(operation)
      await world.process()
      expect(await world.plan()).toBe('free-shopify')
      expect(world.charges().filter(({ status }) => status === 'ACTIVE')).toEqual([])
    },
  })

  expect(seen).toEqual(whilePaying)
})

test('a boost is bought once, and says why it can’t be', async () => {
  const world = await createShop()
  const { services, scope, ownerId } = world
  let operation = ''
  const buy = () =>
    startPurchase(services, scope, {
      itemId: 'lite-impressions',
      siteId: null,
      operation,
      userId: ownerId,
      returnUrl: 'http://footfall.test/billing/visitor-boosts/success',
      cancelUrl: 'http://footfall.test/billing',
    })

  const seen = await meetRefusals(world, {
    sends: ['CreateAppPurchase', 'ReadAppPurchase', 'ListAppSubscriptions'],
    prepare() {
      operation = randomUUID()
      return Promise.resolve()
    },
    run: () => sentenceOf(buy),
    async finish() {
      const before = world.shop.state.installation?.purchases.length ?? 0
      const page = pageOf(await buy())
      expect(pageOf(await buy())).toBe(page)
      expect((world.shop.state.installation?.purchases.length ?? 0) - before).toBeLessThan(2)
      await world.answer(page, 'approve')
      await world.process()
      const [latest] = await services.db.system
        .select()
        .from(purchases)
        .orderBy(desc(purchases.createdAt))
      expect(latest).toMatchObject({ state: 'paid' })
    },
  })

  expect(seen).toEqual(whilePaying)
  const bought = world.shop.state.installation?.purchases ?? []
  expect(await services.db.system.$count(purchases)).toBe(bought.length)
  expect(bought).toHaveLength(Object.keys(nothing).length)
})
