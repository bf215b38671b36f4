/** Stripe and Shopify create customers of guests, who signed up for nothing: nudges show their purchase alone. */
import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities } from '#app/db/schema/index.ts'
import { openSaleReports } from '../../support/integrations/paid-shop.ts'

const minute = 60_000

async function openShop() {
  const shop = await openSaleReports()
  const { factOf, services } = shop
  const base = services.now().getTime() - 10 * minute * 60
  const signup = (id: string, minutes = 0, email = 'emma@shop.example') =>
    factOf({
      kind: 'signup',
      id,
      occurred_at: new Date(base + minutes * minute).toISOString(),
      person: { first_name: 'Emma', email },
      items: [],
      total: undefined,
      currency: undefined,
    })
  const order = (minutes = 0) =>
    factOf({ occurred_at: new Date(base + minutes * minute).toISOString() })
  const shopify = { ...shop.byShop, account: 'shopify:oak.myshopify.com' }
  const signups = async () =>
    (await shop.rows())
      .filter(({ kind }) => kind === 'signup')
      .map(({ account, isShowable }) => {
        const by = account.split(':')[0] ?? ''
        return `${by} ${isShowable ? 'shown' : 'withheld'}`
      })
      .toSorted()
  return { ...shop, signup, order, shopify, signups }
}

test.each(['customer first', 'order first'])(
  'a guest who bought is no sign-up (%s)',
  async (way) => {
    const { record, byShop, byStripe, signup, order, signups, rows } = await openShop()
    if (way === 'order first') await record(byShop, [order()])
    await record(byStripe, [signup('cus_1', 3)])
    if (way === 'customer first') await record(byShop, [order()])

    expect(await signups()).toEqual(['stripe withheld'])
    // Reports that come again change nothing.
    await record(byStripe, [signup('cus_1', 3)])
    await record(byShop, [order()])
    expect(await signups()).toEqual(['stripe withheld'])
    expect((await rows()).filter(({ isShowable }) => isShowable)).toHaveLength(1)
  },
)

test('a guest who is reported again without an address stays no sign-up', async () => {
  const { record, byShop, byStripe, signup, order, signups } = await openShop()
  await record(byShop, [order()])
  await record(byStripe, [signup('cus_1', 3)])
  const { email: _email, ...person } = signup('cus_1', 3).person ?? {}
  await record(byStripe, [{ ...signup('cus_1', 3), person }])

  expect(await signups()).toEqual(['stripe withheld'])
})

test('a Shopify customer and the order are reported together', async () => {
  const { record, shopify, signup, order, signups } = await openShop()
  await record(shopify, [signup('7'), order(4)])

  expect(await signups()).toEqual(['shopify withheld'])
})

test.each(['shop first', 'Stripe first'])(
  'who creates an account signed up once (%s)',
  async (way) => {
    const { record, byShop, byStripe, signup, order, signups } = await openShop()
    if (way === 'shop first') await record(byShop, [signup('12')])
    await record(byStripe, [signup('cus_1', 2)])
    if (way === 'Stripe first') await record(byShop, [signup('12')])
    await record(byShop, [order(5)])

    expect(await signups()).toEqual(['stripe withheld', 'wordpress shown'])
  },
)

test('who buys later, or is another person, did sign up', async () => {
  const { record, byShop, byStripe, signup, order, signups } = await openShop()
  await record(byShop, [order(61)])
  await record(byStripe, [signup('cus_1'), signup('cus_2', 60, 'noah@shop.example')])

  expect(await signups()).toEqual(['stripe shown', 'stripe shown'])
})

test('the migration withholds guests who were stored before buyers were', async () => {
  const { record, byShop, byStripe, shopify, signup, order, signups, services } = await openShop()
  await record(byShop, [order(), signup('12', 180, 'ida@shop.example')])
  await record(byStripe, [
    signup('cus_1', 3),
    signup('cus_2', 61),
    signup('cus_3', 3, 'noah@shop.example'),
  ])
  await record(shopify, [signup('7', 170, 'ida@shop.example')])
  const { system } = services.db
  await system.update(activities).set({ isShowable: true }).where(eq(activities.kind, 'signup'))
  const withheldNow = ['shopify withheld', 'stripe shown', 'stripe shown', 'stripe withheld']

  await system.execute(sql.raw(readFileSync('app/db/migrations/0034_guests-withheld.sql', 'utf8')))

  expect(await signups()).toEqual([...withheldNow, 'wordpress shown'])
})
