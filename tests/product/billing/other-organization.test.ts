/**
 * A person can own several organizations, and screens of billing are about the one that is open. An email
 * about another one leads to that one.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { meters } from '#app/db/schema/index.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { readReceipt, type ShownGift } from '#app/domain/billing/notices.server.ts'
import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { overdueEmail, planEndedEmail, receiptEmail } from '#app/emails/billing-emails.ts'
import { giftEmail } from '#app/emails/gift-email.ts'
import { monthOf } from '#app/lib/time.ts'
import { createCardWorld } from '../../support/billing/card-world.ts'
import { choose, enterCard } from '../../support/billing/paying-team.ts'

/** The owner looks at the first of two organizations; the second one pays. */
async function createOwner() {
  const world = await createCardWorld()
  const { fetch } = await world.serve()
  const open = await world.site({ name: 'Open' })
  const { owner } = open
  const paying = await world.team({ owner, name: 'Paying Ltd' })
  await world.site({ team: paying, name: 'Mugs' })
  const headers = { Cookie: owner.cookie }
  const get = async (address: string) => {
    const { pathname, search } = new URL(address, 'http://footfall.test')
    const response = await fetch(pathname + search, { headers, redirect: 'manual' })
    const text = (await response.text()).replaceAll('<!-- -->', '')
    const body = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? text
    return { location: response.headers.get('location'), text: body }
  }
  const post = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams(form)
    const response = await fetch(path, { method: 'POST', headers, body, redirect: 'manual' })
    const text = (await response.text()).replaceAll('<!-- -->', '')
    return { location: response.headers.get('location'), text }
  }
  const look = (team: typeof paying) =>
    post('/settings/current', { team: String(team.scope.teamId), to: '/' })
  await look(open.team)
  return { world, open, paying, get, post, look }
}

/** Answers the question that a link into another organization asks. Returns the address that it leads to. */
async function follow({ get, post }: Awaited<ReturnType<typeof createOwner>>, address: string) {
  const asked = await get(address)
  expect(asked.text).toContain('Switch to Paying Ltd')
  const [, to = ''] = /name="to" value="([^"]*)"/.exec(asked.text) ?? []
  const [, team = ''] = /name="team" value="(\d+)"/.exec(asked.text) ?? []
  return (await post('/settings/current', { team, to })).location
}

test('emails about payments lead to billing of their organization', async () => {
  const owner = await createOwner()
  const { world, open, paying, get, look } = owner
  const { appUrl } = world.services.config
  const addressOf = await findScreenAddress(world.services, { ownerOf: paying.scope.teamId })
  await enterCard(world, paying)
  await choose(world, paying, { planId: 'plus' })
  const [invoice] = await listInvoices(world.services, paying.scope)
  const { teamId } = paying.scope
  const receipt = await readReceipt(world.services, { teamId, invoice: invoice?.uuid ?? '' })
  if (!receipt) throw new Error('There is a receipt.')
  const { to, team } = receipt
  const at = world.clock.now()
  const of = { to, team, teamId }
  const terms = { percentOff: 50, amountOffCents: null, duration: 'once', months: null } as const
  const coupon: ShownGift = { kind: 'coupon', code: 'HALF', terms }
  const emails = [
    [receiptEmail(receipt, addressOf), '/billing#invoices'],
    [
      overdueEmail(
        {
          ...of,
          planId: 'plus',
          nextPlanId: 'free',
          channel: 'card',
          openCents: 2_900,
          currency: 'usd',
          dueSince: at,
          planEndsAt: at,
          canceledEnd: null,
        },
        { reminder: 1, addressOf },
      ),
      '/billing',
    ],
    [
      planEndedEmail(
        { ...of, planId: 'plus', newPlanId: 'free', why: 'unpaid', at, open: [] },
        addressOf,
      ),
      '/billing#plans',
    ],
    [giftEmail({ ...of, gift: coupon }, addressOf), '/billing'],
  ] as const

  for (const [{ action }, screen] of emails) {
    const { address, label } = action
    expect(address.startsWith(`${appUrl}/`)).toBe(true)
    await look(open.team)
    expect([label, await follow(owner, address)]).toEqual([label, screen])
    expect((await get(screen)).text).toContain('Plan, usage and payments of Paying Ltd.')
    // Where that organization is open, nothing is asked.
    expect((await get(address)).location).toBe(screen)
  }
})

test('a boost for another organization than the open one ends on the screen of that boost', async () => {
  const owner = await createOwner()
  const { world, paying, get, post } = owner
  const path = `/settings/teams/${String(paying.scope.teamId)}/plan`
  const bought = await post(path, {
    intent: 'buy',
    item: 'lite-visitors',
    operation: randomUUID(),
  })
  const session = /cs_\w+/.exec(bought.text)?.[0] ?? ''
  const back = await get(world.stripe.checkOut(session, 'pay') ?? '')
  const [, link = ''] = /<a href="([^"]+)">/.exec(back.text) ?? []

  const screen = await follow(owner, link.replaceAll('&amp;', '&'))
  expect(screen).toBe('/billing/checkout/visitor-boost/success')
  expect((await get(screen ?? '')).text).toContain('Your boost is active')
})

test('the notice of a reached limit leads to the plans of its organization', async () => {
  const owner = await createOwner()
  const { world, paying, get } = owner
  const { services } = world
  const { teamId } = paying.scope
  await services.db.system.insert(meters).values({
    teamId,
    month: monthOf(services.now()),
    meteredBy: 'visitors',
    visitors: 1_000,
    impressions: 0,
    allowance: 1_000,
    granted: 0,
    limitReachedAt: services.now(),
  })
  const { text } = await get(`/settings/teams/${String(teamId)}/plan`)
  const [, link = ''] = /href="([^"]+)"[^>]*>Compare plans/.exec(text) ?? []

  expect(await follow(owner, link.replaceAll('&amp;', '&'))).toBe('/billing#plans')
})
