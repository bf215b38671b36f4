/** Billing in a shop's admin: what is paid is asked of Shopify, and cards don't exist there. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { expect, test } from 'vitest'
import { teams } from '#app/db/schema/index.ts'
import { listAppSubscriptions } from '#app/clients/shopify/operations/app-subscriptions.ts'
import { action as billing } from '#app/routes/billing/billing.tsx'
import { action as card, loader as cardForm } from '#app/routes/billing/card.tsx'
import { action as details, loader as detailsForm } from '#app/routes/billing/details.tsx'
import { loader as invoicePdf } from '#app/routes/billing/invoice-pdf.ts'
import { createShopBillingWorld } from '#tests/support/shopify/billing-world.ts'

const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }

async function createShop() {
  const world = await createShopBillingWorld()
  const { shop, served, services } = world
  /** As the admin's frame opens it. */
  const open = async (path: string) => {
    const { pathname, search } = new URL(shop.launchUrl(path))
    const response = await served.fetch(pathname + search, { headers: browser })
    const text = (await response.text()).replaceAll('<!-- -->', '')
    return { status: response.status, text }
  }
  const plan = async () => (await services.db.system.select().from(teams))[0]?.plan
  const bearer = () => ({ Authorization: `Bearer ${shop.createSessionToken()}` })
  const approve = async (planId: string) => {
    const order = world.order(planId, { operation: planId })
    const step = await world.channel.subscribe(world.customer, order)
    if (step.kind === 'redirect') await world.answer(step.url, 'approve')
  }
  return { ...world, open, plan, bearer, approve }
}

test('the plans of shops are listed, with the one that applies and who bills it', async () => {
  const { open } = await createShop()

  const { status, text } = await open('/shopify/billing')

  expect(status).toBe(200)
  expect(text).toContain('Free plan')
  expect(text).toContain('Shopify, together with your shop’s other charges')
  expect(text).toMatch(/Free<\/h3>.{0,200}Your plan/)
  expect(text).toMatch(/Lite<\/h3>.{0,200}\$9 <span>a month/)
  expect(text).toContain('href="/billing/plan/lite-shopify')
  expect(text).not.toContain('/billing/plan/lite"')
  expect(text).not.toContain('/billing/card')
  // Nothing of a card.
  expect(text).not.toMatch(/Payment method<|Coupon code|Invoices<|VAT ID/)
})

test('a payment applies once Shopify confirms it, whatever the address says', async () => {
  const { open, plan, approve, shop } = await createShop()
  const success = '/shopify/billing/success?charge_id=12345&plan=genius-shopify'

  expect((await open(success)).text).toContain('You’re on the Free plan')
  expect(await plan()).toBe('free-shopify')

  shop.webhooks.hold()
  await approve('genius-shopify')
  expect((await open(success)).text).toContain('You’re on the Genius plan')
  expect(await plan()).toBe('genius-shopify')

  for (const { id } of shop.state.installation?.subscriptions ?? []) shop.cancelSubscription(id)
  expect((await open(success)).text).toContain('You’re on the Free plan')
  expect(await plan()).toBe('free-shopify')
})

test('a charge that was declined is named: nothing was charged', async () => {
  const { open, approve, answer, order, channel, customer, shop } = await createShop()
  const nothing = 'nothing was charged'
  const decline = async (planId: string) => {
    const step = await channel.subscribe(customer, order(planId, { operation: `no ${planId}` }))
    const back = new URL(step.kind === 'redirect' ? await answer(step.url, 'decline') : '')
    return `/shopify/billing/success${back.search}`
  }

  const first = await open(await decline('lite-shopify'))
  expect([first.status, first.text]).toEqual([200, expect.stringContaining(nothing)])
  expect(first.text).toContain('You’re on the Free plan')
  await approve('lite-shopify')
  const dearer = await decline('genius-shopify')
  const second = await open(dearer)
  expect(second.text).toContain('You’re on the Lite plan')
  expect(second.text).toContain(nothing)

  // The page says nothing about a charge that was approved, that is unknown, or that is none.
  const [paid] =
    shop.state.installation?.subscriptions.filter((one) => one.status === 'ACTIVE') ?? []
  for (const charge of [String(paid?.id), '1', 'x', '']) {
    const { text } = await open(`/shopify/billing/success?charge_id=${charge}`)
    expect([charge, text.includes(nothing)]).toEqual([charge, false])
  }
  shop.apiFaults.failAll({ status: 503 })
  expect((await open(dearer)).text).not.toContain(nothing)
})

test('while Shopify doesn’t answer, the plan stays', async () => {
  const { open, plan, approve, shop } = await createShop()
  await approve('lite-shopify')
  await open('/shopify/billing/success')
  shop.apiFaults.failAll({ status: 503 })

  const { status, text } = await open('/shopify/billing/success')

  expect(status).toBe(200)
  expect(text).toContain('couldn’t confirm your payment')
  expect(text).toContain('You’re on the Lite plan')
  expect(await plan()).toBe('lite-shopify')
  expect((await open('/shopify/billing')).text).toContain('Lite plan')
})

test('a shop that doesn’t pay is sent to its bill in Shopify, not to a card', async () => {
  const { open, approve, shop } = await createShop()
  await approve('lite-shopify')
  const [subscription] = shop.state.installation?.subscriptions ?? []
  if (subscription) shop.freezeSubscription(subscription.id, true)
  expect((await open('/shopify/billing/success')).text).toContain('Pay your shop’s bill in Shopify')

  const { text } = await open('/shopify/billing')

  expect(text).toContain('Your last payment failed')
  expect(text).toContain('Pay your shop’s bill in Shopify to keep it.')
  expect(text).not.toContain('/billing/card')
})

type Route = (args: ActionFunctionArgs | LoaderFunctionArgs) => unknown

test.each<[string, Route, string, Record<string, string> | undefined]>([
  ['the card', cardForm, '/billing/card', undefined],
  ['another card', card, '/billing/card', { payment_method: 'pm_1' }],
  ['billing details', detailsForm, '/billing/details', undefined],
  ['other billing details', details, '/billing/details', { billing_name: 'Olive' }],
  [
    'an invoice',
    invoicePdf,
    '/billing/invoices/0c4d6f4e-7d0a-4c5e-8f56-2f2c0f6b7a31.pdf',
    undefined,
  ],
  ['a coupon', billing, '/billing', { intent: 'coupon', coupon: 'SPRING' }],
  ['another try to pay', billing, '/shopify/billing', { intent: 'retry' }],
])('no address of cards exists for a shop: %s', async (_what, route, path, form) => {
  const { visit, bearer } = await createShop()
  const operation = 'f7a3c2d4-0000-4000-8000-000000000005'
  const sent = form ? { form: { ...form, operation } } : {}
  const args = visit(path, {
    headers: bearer(),
    params: { uuid: '0c4d6f4e-7d0a-4c5e-8f56-2f2c0f6b7a31' },
    ...sent,
  })

  await expect(Promise.resolve().then(() => route(args))).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('an organization that is no shop’s has no such pages', async () => {
  const { site, served, asked } = await createShop()
  const { owner } = await site()

  for (const path of ['/shopify/billing', '/shopify/billing/success']) {
    const response = await served.fetch(path, { headers: { Cookie: owner.cookie } })
    await response.arrayBuffer()
    expect(response.status).toBe(404)
  }
  expect(asked(listAppSubscriptions.name)).toEqual([])
})
