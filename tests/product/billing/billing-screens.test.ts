/** The screens of plans and payments, over HTTP, with a double of Stripe. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invoices, purchases, sites, subscriptions, teams } from '#app/db/schema/index.ts'
import { requireCard } from '#app/domain/billing/channel-of.server.ts'
import { startTrial } from '#app/domain/billing/grants.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { stripeFails } from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import { address, createShop } from '../../support/billing/billing-shop.ts'
import { createWorld } from '../../support/world.ts'

test('a team starts a plan by card, switches, cancels and resumes', async () => {
  const { world, open, post, enterCard, choose } = await createShop()

  const free = await open('/billing')
  expect(free.text).toContain('Free plan')
  expect(free.text).toContain('No invoices yet')
  expect((await open('/billing/plan/plus')).text).toContain('Add a card first.')
  expect((await choose('plus')).text).toContain('Add a card first.')

  expect((await enterCard('visa')).text).toContain('Card saved')
  const chosen = await choose('plus')
  expect([chosen.status, chosen.location]).toEqual([302, '/billing/checkout/success'])
  const success = await open('/billing/checkout/success')
  expect(success.text).toContain('You’re on the Plus plan')
  expect(success.text).toMatch(/href="\/billing\/invoices\/[0-9a-f-]{36}\.pdf"/)

  await world.advance(10 * dayMillis)
  const before = await open('/billing/plan/genius')
  expect(before.text).toContain('Switch from Plus to Genius')
  expect(before.text).toContain('Due now')
  expect(before.text).toContain('100,000 visitors (now unlimited visitors)')
  expect((await choose('genius')).location).toBe('/billing/checkout/success')
  const active = (await open('/billing')).text
  expect(active).toContain('Genius plan')
  expect(active).toContain('Visa ending in 4242')
  expect(active).toContain('Next invoice')

  const question = (await open('/billing/cancel')).text
  expect(question).toContain('Cancel the Genius plan?')
  expect(question).toContain('Nothing is deleted')
  const operation = randomUUID()
  expect((await post('/billing/cancel', { intent: 'cancel', operation })).location).toBe('/billing')
  expect((await open('/billing')).text).toContain('Your Genius plan is canceled')
  expect((await open('/billing/checkout/success')).text).toMatch(/It’s canceled, and it ends on/)
  const other = (await open('/billing/plan/enterprise')).text
  expect(other).toContain('If you switch, Enterprise renews every month.')
  expect((await open('/billing/plan/genius')).location).toBe('/billing')
  const resumed = await post('/billing', { intent: 'resume', operation: randomUUID() })
  expect(resumed.text).toContain('Plan resumed')
  expect(resumed.text).not.toContain('is canceled')
})

test('canceling a plan that costs more offers a price, once', async () => {
  const { open, post, enterCard, choose } = await createShop()
  await enterCard('visa')
  await choose('enterprise')

  const question = (await open('/billing/cancel')).text
  expect(question).toContain('Stay for $124 a month')
  expect(question).toContain('instead of $189')
  const stayed = await post('/billing/cancel', { intent: 'stay', operation: randomUUID() })
  expect([stayed.status, stayed.location]).toEqual([302, '/billing'])
  const kept = (await open('/billing')).text
  expect(kept).toContain('Enterprise plan')
  expect(kept).not.toContain('is canceled')
  expect(kept).toMatch(/Next invoice[\s\S]*Discount[\s\S]*−\$65[\s\S]*\$124/)

  expect((await open('/billing/cancel')).text).not.toContain('Stay for')
  const again = await post('/billing/cancel', { intent: 'stay', operation: randomUUID() })
  expect(again.text).toContain('This offer already applies to your plan')
  await post('/billing/cancel', { intent: 'cancel', operation: randomUUID() })
  expect((await open('/billing')).text).toContain('Your Enterprise plan is canceled')
})

test('the same form sent twice charges once', async () => {
  const { world, team, enterCard, choose } = await createShop()
  await enterCard('visa')
  const operation = randomUUID()

  await choose('plus', { operation })
  await choose('plus', { operation })

  const rows = await world.services.db.system
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.teamId, team.scope.teamId))
  const paid = await world.services.db.system.select().from(invoices)
  expect([rows.length, paid.length]).toEqual([1, 1])
})

test('the card has to be of the billing country, and a form keeps what was entered', async () => {
  const { enterCard, post, open } = await createShop()

  const other = await enterCard('dutch')
  expect(other.status).toBe(422)
  expect(other.text).toContain(
    'Your card is from another country. Select that country, then enter the card again.',
  )
  expect(other.text).toContain('value="Kettles &amp; Co"')
  expect((await open('/billing')).text).toContain('No card yet.')

  expect((await enterCard('dutch', { billing_country: 'NL' })).status).toBe(200)
  const wrong = await post('/billing/details', { ...address, billing_country: 'NL', vat_id: 'X1' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('Enter a VAT ID of the billing country')
  const saved = await post('/billing/details', {
    ...address,
    billing_country: 'NL',
    vat_id: 'NL123456789B01',
    extra_billing_information: 'PO 77',
  })
  expect(saved.text).toContain('Billing details saved')
  const shown = (await open('/billing')).text
  expect(shown).toContain('NL123456789B01')
  expect(shown).toContain('PO 77')
  // A new card leaves what only the other form has.
  await enterCard('dutch', { billing_country: 'NL' })
  expect((await open('/billing')).text).toContain('PO 77')
})

test('an unknown coupon is an error at its field, a known one is shown', async () => {
  const { world, open, post, enterCard, choose } = await createShop()
  world.stripe.addCoupon({ id: 'half', percent_off: 50, duration: 'forever' })
  world.stripe.addPromotionCode({ code: 'HALF', coupon: 'half' })
  await enterCard('visa')

  const refused = await choose('plus', { coupon: 'NOPE' })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('This coupon code is invalid.')
  expect(refused.text).toContain('value="NOPE"')
  await choose('plus')
  const coupon = (code: string) =>
    post('/billing', { intent: 'coupon', coupon: code, operation: randomUUID() })
  expect((await coupon('')).text).toContain('Enter a coupon code.')
  expect((await coupon('NOPE')).text).toContain('This coupon code is invalid.')
  expect((await coupon('HALF')).text).toContain('Coupon applied')
  expect((await open('/billing')).text).toContain('50% off each month')
  expect((await coupon('half')).text).toContain('This coupon already applies to your plan')
})

test('while Stripe is away, every screen says so and the form can be sent again', async () => {
  const { world, open, enterCard, choose } = await createShop()
  await enterCard('visa')
  const operation = randomUUID()

  world.stripe.failNext(stripeFails, stripeFails)
  const away = await choose('plus', { operation })
  expect(away.status).toBe(503)
  expect(away.text).toContain('We can’t reach the payment provider.')
  // The same operation, so Stripe never does twice what it may have done already.
  expect(away.text).toContain(`value="${operation}"`)

  expect((await choose('plus', { operation })).location).toBe('/billing/checkout/success')
  world.stripe.failNext(stripeFails, stripeFails)
  const unknown = await open('/billing/checkout/success')
  expect([unknown.status, unknown.text]).toEqual([
    200,
    expect.stringContaining('We couldn’t confirm your payment yet'),
  ])
})

test('success pages opened by hand say what is true and change nothing', async () => {
  const { world, open, team } = await createShop()

  const plan = await open('/billing/checkout/success?plan=genius&session_id=cs_1&state=paid')
  const boost = await open('/billing/checkout/visitor-boost/success?paid=1')
  const addOn = await open('/billing/checkout/add-ons/success?paid=1')

  expect(plan.text).toContain('You’re on the Free plan')
  expect(plan.text).toContain('href="/billing#plans"')
  expect(boost.text).toContain('No boost bought yet')
  expect(boost.text).toContain(`${String(team.scope.teamId)}/plan#/visitor-boosts"`)
  expect(addOn.text).toContain('No add-on bought yet')
  const [row] = await world.services.db.system
    .select({ plan: teams.plan, boost: teams.visitorBoost })
    .from(teams)
    .where(eq(teams.id, team.scope.teamId))
  expect(row).toEqual({ plan: 'free', boost: 0 })
})

test('a cancellation with an open payment says that it’s still owed, before and after', async () => {
  const { world, open, post, owner, team, enterCard, choose } = await createShop()
  await enterCard('failingLater')
  await choose('plus')
  await world.advance(32 * dayMillis)
  await syncBilling(world.services, team.scope)
  owner.cookie = `token=${await world.logIn(owner)}`
  const asked = (await open('/billing/cancel')).text
  expect(asked).toContain('The open payment of $29 is still owed.')
  expect(asked).not.toContain('nothing more is charged')
  await post('/billing/cancel', { intent: 'cancel', operation: randomUUID() })
  const after = (await open('/billing')).text
  expect(after).toContain('The open payment of $29 is still owed.')
  expect(after).toMatch(/Update card[\s\S]*Try payment again[\s\S]*Resume Plus/)
  await world.advance(14 * dayMillis)
  await syncBilling(world.services, team.scope)
  const ended = (await open('/billing')).text
  expect(ended).toContain('Your Plus plan has ended, and $29 for it is still open.')
})

test('a boost is bought on the provider’s page, and counts once it is paid', async () => {
  const { world, open, post, team } = await createShop()
  const path = `/settings/teams/${String(team.scope.teamId)}/plan`
  const offers = (await open(path)).text
  expect(offers).toContain('10,000 visitors')
  // Nothing is sold under that name.
  expect(offers).not.toContain('Add-ons')

  const buy = (item: string) => post(path, { intent: 'buy', item, operation: randomUUID() })
  expect((await buy('all-visitors-for-free')).text).toContain('Choose something from the list.')
  const started = await buy('lite-visitors')
  // A form can't lead to another website, a link can.
  const link = /href="([^"]+)" target="_top"/.exec(started.text)?.[1] ?? ''
  expect(new URL(link).origin).toBe(world.stripe.url)
  expect((await open('/billing/checkout/visitor-boost/success')).text).toContain('isn’t complete')

  const session = /cs_\w+/.exec(link)?.[0] ?? ''
  const back = world.stripe.checkOut(session, 'pay')
  expect(back).toBe(
    `http://footfall.test/billing/returned/visitor-boost?organization=${String(team.scope.teamId)}`,
  )
  const paid = (await open('/billing/checkout/visitor-boost/success')).text
  expect(paid).toContain('Your boost is active')
  expect((await open(path)).text).toContain('0 of 11,000 visitors')
})

test('an add-on is active once the provider says that it is paid, whatever the address says', async () => {
  const { world, open, post, team } = await createShop()
  const { services, stripe } = world
  const page = '/billing/checkout/add-ons/success'
  // None is sold, so this one is from a list that a later release may have.
  const { card, customer } = await requireCard(services, team.scope)
  const uuid = randomUUID()
  const { providerId, url } = await card.sell(customer, {
    purchaseUuid: uuid,
    name: 'Translations',
    priceCents: 500,
    operation: uuid,
    returnUrl: `http://footfall.test${page}`,
    cancelUrl: 'http://footfall.test/billing',
  })
  expect(url).toContain(stripe.url)
  const at = world.clock.now()
  await services.db.system.insert(purchases).values({
    uuid,
    teamId: team.scope.teamId,
    channel: 'card',
    kind: 'add_on',
    itemId: 'translations',
    units: 0,
    priceCents: 500,
    providerId,
    state: 'open',
    createdAt: at,
    updatedAt: at,
  })
  expect((await open(`${page}?state=paid&session_id=${providerId}`)).text).toContain(
    'Your payment isn’t complete',
  )
  expect((await open('/billing/checkout/visitor-boost/success')).text).toContain(
    'No boost bought yet',
  )

  stripe.checkOut(providerId, 'pay')
  expect((await open(`${page}?state=declined`)).text).toContain('Your add-on is active')
  const [row] = await services.db.system
    .select({ boost: teams.visitorBoost, plan: teams.plan })
    .from(teams)
    .where(eq(teams.id, team.scope.teamId))
  expect(row).toEqual({ boost: 0, plan: 'free' })

  const path = `/settings/teams/${String(team.scope.teamId)}/plan`
  const form = { intent: 'buy', item: 'translations', operation: randomUUID() }
  expect((await post(path, form)).text).toContain('Choose something from the list.')
})

test('a boost for one site is bought by the site’s name and applies only to that site', async () => {
  const { world, site, open, post, team } = await createShop()
  const path = `/settings/teams/${String(team.scope.teamId)}/plan`
  // With one site there is nothing to choose.
  expect((await open(path)).text).not.toContain('Applies to')
  const mugs = await world.site({ name: 'Mugs', team })
  const stranger = await world.site()
  expect((await open(path)).text).toContain(`<option value="${mugs.uuid}">Mugs</option>`)

  const buy = (uuid: string) =>
    post(path, { intent: 'buy', item: 'lite-visitors', site: uuid, operation: randomUUID() })
  for (const uuid of [stranger.uuid, 'all']) {
    expect((await buy(uuid)).text).toContain('Choose a site from the list.')
  }
  const session = /cs_\w+/.exec((await buy(mugs.uuid)).text)?.[0] ?? ''
  world.stripe.checkOut(session, 'pay')
  expect((await open('/billing/checkout/visitor-boost/success')).text).toMatch(
    /10,000 visitors more per month for Mugs until/,
  )
  const rows = await world.services.db.system
    .select({ uuid: sites.uuid, units: sites.visitorBoost })
    .from(sites)
    .where(eq(sites.teamId, team.scope.teamId))
    .orderBy(sites.id)
  expect(rows).toEqual([
    { uuid: site.uuid, units: 0 },
    { uuid: mugs.uuid, units: 10_000 },
  ])
  const plan = (await open(path)).text
  expect(plan).toContain('0 of 1,000 visitors')
  expect(plan).toMatch(/Mugs: 0 of 10,000 visitors of its own boost used this month, until/)
})

test('a provider’s way back needs no login, and leads to one screen of ours', async () => {
  const world = await createWorld()
  const { fetch } = await world.serve()

  for (const [page, screen] of [
    ['success', '/billing/checkout/success'],
    ['visitor-boost', '/billing/checkout/visitor-boost/success'],
    ['add-ons', '/billing/checkout/add-ons/success'],
    ['canceled', '/billing'],
    ['https:%2F%2Fevil.example', '/billing'],
    ['constructor', '/billing'],
  ] as const) {
    const response = await fetch(`/billing/returned/${page}?to=https://evil.example`)
    expect(await response.text(), page).toContain(`<a href="${screen}">`)
    expect(response.headers.get('refresh'), page).toBe(`0; url=${screen}`)
  }
})

test('an invoice is downloaded through us, only by its team’s owner', async () => {
  const { world, team, open, enterCard, choose } = await createShop()
  await enterCard('visa')
  await choose('plus')
  const [invoice] = await world.services.db.system.select().from(invoices)
  const path = `/billing/invoices/${invoice?.uuid ?? ''}.pdf`
  const admin = await world.member(team, { role: 'admin' })
  const { owner: stranger } = await world.site()

  expect((await open(path)).text).toContain('%PDF')
  expect((await open(path, admin)).status).toBe(403)
  expect((await open(path, stranger)).status).toBe(404)
  expect((await open(`/billing/invoices/${randomUUID()}.pdf`)).status).toBe(404)
  expect((await open('/billing/invoices/1.pdf')).status).toBe(404)
})

test('members see the plan and whom to ask, and nothing that was paid', async () => {
  const { world, team, owner, open, post, enterCard, choose } = await createShop()
  await enterCard('visa')
  await choose('plus')
  const admin = await world.member(team, { role: 'admin' })

  const { text } = await open('/billing', admin)
  expect(text).toContain('Plus plan')
  expect(text).toContain(`Only the owner can change the plan. Ask ${owner.name}.`)
  expect(text).not.toMatch(/4242|Kettles &amp; Co|Invoices|Choose Genius|Cancel plan/)
  for (const path of [
    '/billing/card',
    '/billing/details',
    '/billing/cancel',
    '/billing/plan/lite',
  ]) {
    expect([path, (await open(path, admin)).status]).toEqual([path, 403])
    expect([path, (await post(path, {}, admin)).status]).toEqual([path, 403])
  }
})

test('staff who impersonate the owner look, and change nothing', async () => {
  const { world, owner, open, post, team } = await createShop()
  const staff = await world.confirmedStaff()
  const { fetch } = await world.serve()
  const begun = await fetch('/api/impersonation', {
    method: 'POST',
    headers: { Cookie: staff.cookie },
    body: new URLSearchParams({ intent: 'start', user: String(owner.id), reason: 'They asked.' }),
    redirect: 'manual',
  })
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  const asOwner = { ...staff, cookie }

  expect((await open('/billing', asOwner)).status).toBe(200)
  expect((await open('/billing/card', asOwner)).status).toBe(200)
  for (const path of [
    ...['/billing', '/billing/card', '/billing/details', '/billing/cancel', '/billing/plan/plus'],
    `/settings/teams/${String(team.scope.teamId)}/plan`,
  ]) {
    const { status, text } = await post(path, { operation: randomUUID() }, asOwner)
    expect([path, status]).toEqual([path, 403])
    expect(text).toContain('while impersonating')
  }
  expect(world.stripe.seen.filter(({ path }) => path.includes('setup_intents'))).toEqual([])
})

test('plans of other channels, discontinued and unknown ones can’t be opened or chosen', async () => {
  const { open, choose } = await createShop()

  for (const plan of ['plus-shopify', 'plus1', 'free-special-shopify', 'gold', '1']) {
    expect([plan, (await open(`/billing/plan/${plan}`)).status]).toEqual([plan, 404])
    expect([plan, (await choose(plan)).status]).toEqual([plan, 404])
  }
  expect((await open('/billing/plan/free')).location).toBe('/billing')
})

test('without Stripe the screens say whom to ask', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const { fetch } = await world.serve()
  const open = async (path: string) =>
    (await fetch(path, { headers: { Cookie: owner.cookie } })).text()

  for (const path of ['/billing', '/billing/plan/plus', '/billing/card', '/billing/details']) {
    expect(await open(path), path).toContain('Card payments aren’t set up on this server.')
  }
  expect(await open('/billing')).not.toContain('Choose Plus')
})

test('on a trial without Stripe, one note says when it ends and whom to ask', async () => {
  const world = await createWorld()
  const { owner, team } = await world.site()
  await startTrial(world.services, team.scope, {
    planId: 'genius',
    until: new Date(world.clock.now().getTime() + 14 * dayMillis),
    reason: 'Asked for it.',
  })
  const { fetch } = await world.serve()
  const response = await fetch('/billing', { headers: { Cookie: owner.cookie } })
  const text = (await response.text()).replaceAll('<!-- -->', '')

  expect(text).toMatch(
    /It ends on [^<]*\. Card payments aren’t set up on this server\. Ask the person who runs it/,
  )
  expect(text).not.toContain('Choose a plan')
  expect(text).not.toContain('Plans can’t be bought here yet')
  expect(text.match(/Card payments aren’t set up/g)).toHaveLength(1)
})

test('a failed renewal asks for another card, with which it is paid', async () => {
  const { world, owner, open, post, enterCard, choose } = await createShop()
  await enterCard('failingLater')
  await choose('plus')
  await world.advance(32 * dayMillis)
  // Logins end earlier.
  owner.cookie = `token=${await world.logIn(owner)}`
  expect((await open('/billing/checkout/success')).text).toContain('href="/billing/card"')

  const overdue = (await open('/billing')).text
  expect(overdue).toContain('Your last payment failed')
  const genius = (await open('/billing/plan/genius')).text
  expect(genius).toContain('Update your card first')
  expect(genius).toContain('href="/billing/card"')
  const saved = (await enterCard('mastercard')).text
  expect(saved).toContain('Pay now')
  const retried = await post('/billing', { intent: 'retry', operation: randomUUID() })
  expect(retried.text).toContain('Payment received')
  expect((await open('/billing')).text).not.toContain('Your last payment failed')
})
