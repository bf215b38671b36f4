/** A debt of a plan that ended, next to a payment of another plan: each is said, and paid by its button. */
import { expect, test } from 'vitest'
import { dayMillis } from '#app/lib/time.ts'
import { createShop, newestQuestion, windowWith } from '../../support/billing/billing-shop.ts'

/** An organization that owes $29 for Plus, which has ended. */
async function owingShop() {
  const shop = await createShop()
  const { world, enterCard, choose, owner } = shop
  await enterCard('failingLater')
  await choose('plus')
  await world.advance(60 * dayMillis)
  owner.cookie = `token=${await world.logIn(owner)}`
  return shop
}

const paid = ({ world }: Awaited<ReturnType<typeof owingShop>>) =>
  [...world.stripe.account.tables.invoice.values()].flatMap(({ status, amount_paid: cents }) =>
    status === 'paid' ? [cents] : [],
  )

test('a debt is paid while a first plan waits for its bank, and the order after it', async () => {
  const shop = await owingShop()
  await shop.enterCard('asking')
  await shop.choose('lite')
  const order = newestQuestion(shop.world.stripe)
  const { text } = await shop.open('/billing')
  expect(text).toContain('$29 for it is still open')
  expect(text).toContain('Your payment for the Lite plan isn’t complete')
  expect((await shop.open('/')).text).toContain('$29 for it is still unpaid')

  await shop.enterCard('visa')
  const answer = await (await windowWith(shop, '/billing', 'retry-debt'))()
  expect(answer.text).toContain('Payment received')
  expect(paid(shop)).toEqual([2_900, 2_900])
  const after = (await shop.open('/billing')).text
  expect(after).not.toContain('unpaid invoice')
  expect(after).toContain('Your payment for the Lite plan isn’t complete')
  shop.world.stripe.authenticate(order, true)
  expect(paid(shop)).toEqual([2_900, 2_900, 900])
})

test('a switch is paid next to a debt, and the debt by its button', async () => {
  const shop = await owingShop()
  await shop.enterCard('visa')
  await shop.choose('lite')
  await shop.enterCard('asking')
  await shop.choose('enterprise')
  await shop.enterCard('visa')
  const { text } = await shop.open('/billing')
  expect(text).toContain('You have an unpaid invoice')
  expect(text).toContain('Your switch to Enterprise isn’t paid yet')

  await (
    await windowWith(shop, '/billing', 'retry')
  )()
  expect(paid(shop)).toHaveLength(3)
  const after = (await shop.open('/billing')).text
  expect(after).toContain('Enterprise plan')
  expect(after).not.toContain('isn’t paid yet')
  await (
    await windowWith(shop, '/billing', 'retry-debt')
  )()
  expect((await shop.open('/billing')).text).not.toContain('unpaid invoice')
  expect(paid(shop)).toHaveLength(4)
})
