/** A coupon has the limits of its codes, and works once per organization, whatever name it’s entered by. */
import { expect, test } from 'vitest'
import { applyCoupon } from '#app/domain/billing/pay.server.ts'
import { createCardDesk } from '../../support/billing/card-desk.ts'
import {
  choose,
  createBillingWorld,
  operation,
  teamWithCard,
} from '../../support/billing/paying-team.ts'

const forFirst = {
  first_time_transaction: true,
  minimum_amount: null,
  minimum_amount_currency: null,
}

test.each([
  ['the code that staff deactivated', 'WELCOME', { code: 'welcome', active: false }],
  ['a code of another coupon that staff deactivated', 'WELCOME', { code: 'WELCOME', of: 'OTHER' }],
  ['its ID, next to a code', 'WELCOME', { code: 'SPRING' }],
  ['its ID, next to a deactivated code', 'WELCOME', { code: 'SPRING', active: false }],
] as const)('a coupon’s limits aren’t passed by %s', async (_name, entered, given) => {
  const { stripe, channel, customer, plan } = await createCardDesk()
  stripe.addCoupon({ id: 'WELCOME', percent_off: 50, duration: 'forever' })
  stripe.addCoupon({ id: 'OTHER', percent_off: 10, duration: 'forever' })
  const {
    of = 'WELCOME',
    active = of === 'WELCOME',
    code,
  } = { of: undefined, active: undefined, ...given }
  stripe.addPromotionCode({ code, coupon: of, active, restrictions: forFirst })

  const answer = await channel.findCoupon(customer, {
    code: entered,
    plan: plan('genius'),
    quantity: 1,
  })
  expect(answer).toEqual({ refused: 'unknown' })
  const order = { plan: plan('genius'), quantity: 1, coupon: entered, operation: 'order-1' }
  stripe.giveCard(customer.providerId, 'visa')
  await expect(
    channel.subscribe(customer, { ...order, returnUrl: 'http://footfall.test/billing' }),
  ).rejects.toMatchObject({ reason: 'coupon' })
})

test.each([
  ['another code', 'SUMMER', 'WINTER'],
  ['another code after staff deactivated the first', 'SUMMER', 'WINTER'],
  ['a code that it got since', 'TWICE', 'SUMMER'],
])('a coupon works once for an organization, also by %s', async (name, first, second) => {
  const world = await createBillingWorld()
  const { services, stripe } = world
  stripe.addCoupon({ id: 'TWICE', percent_off: 50, duration: 'once' })
  const addCodes = () => {
    for (const code of ['SUMMER', 'WINTER']) stripe.addPromotionCode({ code, coupon: 'TWICE' })
  }
  if (first !== 'TWICE') addCodes()
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'plus', coupon: first })
  if (first === 'TWICE') addCodes()
  if (name.includes('deactivated')) {
    for (const one of stripe.account.tables.promotion_code.values())
      one.active = one.code === second
  }

  const again = choose(world, team, { planId: 'genius', coupon: second })
  const invalid = { details: { errors: { coupon: ['This coupon code is invalid.'] } } }
  await expect(again).rejects.toMatchObject(invalid)
  const change = { operation: operation(), userId: team.owner.id }
  await expect(
    applyCoupon(services, team.scope, { ...change, code: second }),
  ).rejects.toMatchObject(invalid)
})
