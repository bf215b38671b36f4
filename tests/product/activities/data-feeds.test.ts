/** The data screens: what visitors see, what they don't and why, and approval by the owner. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activityInput } from '#app/contract/activities.ts'
import { activities } from '#app/db/schema/index.ts'
import { setApprovals } from '#app/domain/activities/approval.server.ts'
import type { ExclusionRule } from '#app/domain/activities/exclusion.ts'
import {
  addExclusion,
  listExclusions,
  removeExclusion,
} from '#app/domain/activities/exclusions.server.ts'
import { createPageActivities } from '#app/domain/activities/page-activities.server.ts'
import { recordActivities } from '#app/domain/activities/record-activities.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { action, loader } from '#app/routes/data-feeds/activities.tsx'
import { action as changeRules, loader as showRules } from '#app/routes/data-feeds/exclusions.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { loader as showOne } from '#app/routes/data-feeds/activity.tsx'
import type { TestSite } from '../../support/makers.ts'
import { storeNudge } from '../../support/nudges.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld, type World } from '../../support/world.ts'

const read = async (world: World, { owner }: TestSite, address = '/data-feeds') =>
  (await loader(world.visit(address, { as: owner }))).feed

const report = async ({ services }: World, site: TestSite, given: object) => {
  const input = activityInput.parse({
    kind: 'purchase',
    occurred_at: services.now().toISOString(),
    ...given,
  })
  const { insertId } = await nextToken(services)
  await recordActivities(services, site.scope, { inputs: [input], tokenId: insertId })
}

/** Any stored token can vouch for it. */
async function nextToken({ db }: World['services']) {
  const { rows } = await db.system.execute<{ id: string }>('select id from api_tokens limit 1')
  return { insertId: Number(rows[0]?.id) }
}

const approvalOf = async ({ services }: World, id: string) => {
  const [row] = await services.db.system
    .select({ approval: activities.approval })
    .from(activities)
    .where(eq(activities.externalId, id))
  return row?.approval
}

test('each kind is listed in the words of its nudge, with its state, and filters find it', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { services } = world
  const day = 86_400_000
  const ago = (millis: number) => new Date(services.now().getTime() - millis)
  await storePurchase(services, site, { firstName: 'Ann', occurredAt: ago(1000) })
  await storePurchase(services, site, { firstName: 'Bea', occurredAt: ago(30 * day) })
  await storePurchase(services, site, { firstName: 'Cem', isShowable: false })
  await storePurchase(services, site, {
    firstName: 'Dan',
    source: 'pixel',
    trust: 'origin',
    approval: 'quarantined',
  })
  await storePurchase(services, site, { firstName: 'Eve', approval: 'hidden' })
  await storePurchase(services, site, { firstName: 'Fay', trust: 'unknown' })
  await storePurchase(services, site, { kind: 'signup', firstName: 'Gil' })
  await storePurchase(services, site, {
    kind: 'review',
    firstName: 'Hal',
    stars: 5,
    body: 'Boils fast.',
  })

  const purchases = await read(world, site)
  const signups = await read(world, site, '/data-feeds/signups')
  const reviews = await read(world, site, '/data-feeds/reviews')
  const stateOf = new Map(purchases.rows.map(({ title, state }) => [title.split(' ')[0], state]))

  expect(Object.fromEntries(stateOf)).toEqual({
    Ann: 'live',
    Bea: 'old',
    Cem: 'withheld',
    Dan: 'waiting',
    Eve: 'hidden',
    Fay: 'unsigned',
  })
  expect(purchases.rows[0]?.text).toBe('bought Blue Kettle')
  expect(signups.rows).toMatchObject([{ title: 'Gil in the Netherlands', text: 'signed up' }])
  expect(reviews.rows).toMatchObject([{ text: '“Boils fast.”', state: 'live' }])
  for (const [name, state] of stateOf) {
    const found = await read(world, site, `/data-feeds?state=${state}`)
    expect(found.rows.map(({ title }) => title.split(' ')[0])).toEqual([name])
  }
  expect((await read(world, site, '/data-feeds?source=pixel')).rows).toHaveLength(1)
  expect((await read(world, site, '/data-feeds?text=bea')).rows).toHaveLength(1)
  expect((await read(world, site, '/data-feeds?text=100%25')).rows).toHaveLength(0)
})

test('the list is handed out page by page, each activity once', async () => {
  const world = await createWorld()
  const site = await world.site()
  for (let count = 0; count < 30; count += 1) await storePurchase(world.services, site)

  const first = await read(world, site)
  const next = await read(world, site, `/data-feeds?cursor=${first.nextCursor ?? ''}`)

  expect([first.rows.length, next.rows.length, next.nextCursor]).toEqual([25, 5, null])
  expect(new Set([...first.rows, ...next.rows].map(({ uuid }) => uuid)).size).toBe(30)
})

test('activities are hidden and shown in bulk, never those of unknown trust, and not by analysts', async () => {
  const world = await createWorld()
  const site = await world.site()
  const others = await world.site()
  await storePurchase(world.services, site)
  await storePurchase(world.services, site, { trust: 'origin', approval: 'quarantined' })
  await storePurchase(world.services, site, { trust: 'unknown', approval: 'quarantined' })
  await storePurchase(world.services, others)
  const uuids = [...(await read(world, site)).rows, ...(await read(world, others)).rows].map(
    ({ uuid }) => uuid,
  )
  const set = (approval: 'approved' | 'hidden') =>
    setApprovals(world.services, site.scope, { uuids, approval })

  const hidden = await set('hidden')
  const states = (await read(world, site)).rows.map(({ state }) => state)
  const shown = await set('approved')
  const analyst = await world.member(site.team, { role: 'analyst' })
  const form = { intent: 'hide', uuid: uuids[0] ?? '' }
  const asAnalyst = () => action(world.visit('/data-feeds', { as: analyst, form }))

  expect(hidden).toMatchObject({ changed: 3, unproven: 0 })
  expect(states).toEqual(['hidden', 'hidden', 'hidden'])
  expect(shown).toMatchObject({ changed: 2, unproven: 1 })
  expect((await read(world, others)).rows).toMatchObject([{ state: 'live' }])
  await expect(asAnalyst()).rejects.toMatchObject({ code: 'forbidden' })
})

test('a row’s own action is about that row, whatever is selected, and can be undone', async () => {
  const world = await createWorld()
  const site = await world.site()
  for (let count = 0; count < 2; count += 1) await storePurchase(world.services, site)
  const [first, second] = (await read(world, site)).rows.map(({ uuid }) => uuid)
  const stateOf = async (uuid = '') =>
    (await read(world, site)).rows.find((row) => row.uuid === uuid)?.state
  const send = (form: Record<string, string>) =>
    action(world.visit('/data-feeds', { as: site.owner, form }))

  const hidden = await send({ intent: `hide ${first ?? ''}`, uuid: second ?? '' })
  expect([await stateOf(first), await stateOf(second)]).toEqual(['hidden', 'live'])
  const undo = 'undo' in hidden.data ? hidden.data.undo : undefined
  await send(Object.fromEntries(undo?.fields ?? []))
  expect([await stateOf(first), await stateOf(second)]).toEqual(['live', 'live'])
  expect(await send({ intent: 'hide nothing' })).toMatchObject({ init: { status: 422 } })
})

test('the switch of a kind lets its reports of pages through, and no other kind', async () => {
  const world = await createWorld()
  const site = await world.site()
  const form = { intent: 'rule', isOn: 'on' }

  await action(world.visit('/data-feeds/signups', { as: site.owner, form }))

  expect((await read(world, site, '/data-feeds/signups')).preApproves).toBe(true)
  expect((await read(world, site)).preApproves).toBe(false)
})

test('a rule hides new and stored activities, and removing it shows those that it hid', async () => {
  const world = await createWorld()
  const site = await world.site()
  await world.token(site.team)
  const add = (rule: ExclusionRule) => addExclusion(world.services, site.scope, rule)
  const from = (country: string, email = 'ann@shop.example') => ({ person: { country, email } })
  await report(world, site, { id: 'stored', ...from('DE'), items: [{ title: 'Kettle' }] })
  await report(world, site, { id: 'by hand', items: [{ title: 'Kettle' }] })
  const byHand = (await read(world, site, '/data-feeds?text=by%20hand')).rows
  await setApprovals(world.services, site.scope, {
    uuids: byHand.map(({ uuid }) => uuid),
    approval: 'hidden',
  })

  const hidden = await add({ field: 'product', value: 'KETTLE' })
  await add({ field: 'country', value: 'DE' })
  await add({ field: 'email_domain', value: 'staff.example' })
  await add({ field: 'amount_below', value: '10' })
  await report(world, site, { id: 'staff', ...from('NL', 'Bob@Staff.example') })
  await report(world, site, { id: 'cheap', ...from('NL'), total: 9.99 })
  await report(world, site, { id: 'fine', ...from('NL'), total: 10 })
  await report(world, site, { id: 'german', ...from('DE') })

  const ids = ['stored', 'by hand', 'staff', 'cheap', 'fine', 'german']
  const approvals = async () => Promise.all(ids.map((id) => approvalOf(world, id)))
  const h = 'hidden'
  expect(hidden).toBe(1)
  expect(await approvals()).toEqual([h, h, h, h, 'approved', h])

  for (const { uuid } of await listExclusions(world.services, site.scope)) {
    await removeExclusion(world.services, site.scope, uuid)
    // The other rule still applies.
    expect(await approvalOf(world, 'german')).toBe(
      (await listExclusions(world.services, site.scope)).some(({ field }) => field === 'country')
        ? h
        : 'approved',
    )
  }
  const a = 'approved'
  expect(await approvals()).toEqual([a, h, a, a, a, a])
})

test('a removed rule is added again by Undo, where that hides the same activities', async () => {
  const world = await createWorld()
  const site = await world.site()
  await world.token(site.team)
  const send = (form: Record<string, string>) =>
    changeRules(world.visit('/data-feeds/exclusions', { as: site.owner, form }))
  const removed = async () => {
    const [rule] = await listExclusions(world.services, site.scope)
    const answer = await send({ intent: 'remove', uuid: rule?.uuid ?? '' })
    if (answer instanceof Response || !('data' in answer)) throw new Error('No data.')
    return answer.data as Partial<Saved>
  }
  await storePurchase(world.services, site, { externalId: 'nl', country: 'NL' })
  await addExclusion(world.services, site.scope, { field: 'country', value: 'NL' })
  expect(await approvalOf(world, 'nl')).toBe('hidden')

  const { undo } = await removed()
  expect(await approvalOf(world, 'nl')).not.toBe('hidden')
  expect(undo?.to).toBe('/data-feeds/exclusions')
  await send(Object.fromEntries(undo?.fields ?? []))
  expect(await approvalOf(world, 'nl')).toBe('hidden')
  await removed()

  // Its address isn't stored, so adding the rule again would not find it.
  const domain = { field: 'email_domain', value: 'example.com' } as const
  await addExclusion(world.services, site.scope, domain)
  expect((await removed()).undo?.fields).toEqual(Object.entries(domain))
  await addExclusion(world.services, site.scope, domain)
  await report(world, site, { id: 'staff', person: { email: 'bob@example.com' } })
  const { rules } = await showRules(world.visit('/data-feeds/exclusions', { as: site.owner }))
  expect(rules).toMatchObject([{ hidden: 1, isFinal: true }])
  expect(await removed()).toEqual({ saved: 'Exclusion removed. It had hidden 1 item.' })
})

test('a rule holds for what a page reports, and a wrong one is refused at its field', async () => {
  const world = await createWorld()
  const site = await world.site({ options: { preApprovePurchases: true } })
  const change = (form: Record<string, string>) =>
    changeRules(world.visit('/data-feeds/exclusions', { as: site.owner, form }))
  const page = createPageActivities(world.services)
  const at = world.services.now()
  const sendOrder = (id: string, title: string) =>
    page.record(
      [
        {
          siteId: site.scope.siteId,
          activity: { kind: 'purchase', id, product: { title } },
          trust: 'origin',
          receivedAt: at,
        },
      ],
      performance.now(),
    )

  await change({ field: 'product', value: ' Kettle ' })
  const fates = [await sendOrder('1', 'kettle'), await sendOrder('2', 'Cup')]
  const wrong = await change({ field: 'country', value: 'Germany' })

  expect(fates).toEqual([['quarantined'], ['accepted']])
  expect([await approvalOf(world, '1'), await approvalOf(world, '2')]).toEqual([
    'hidden',
    'approved',
  ])
  expect(wrong).toMatchObject({
    data: { errors: { value: ['Enter a two-letter country code, for example DE.'] } },
    init: { status: 422 },
  })
})

test('an activity’s stored data is shown with masked names, only to its team', async () => {
  const world = await createWorld()
  const site = await world.site()
  const stranger = await world.site()
  await world.nudge(site)
  await storePurchase(world.services, site, { lastName: 'Smith', emailHash: 'abc' })
  const uuid = (await read(world, site)).rows[0]?.uuid ?? ''
  const show = (as: { cookie: string }) =>
    showOne(world.visit(`/data-feeds/activities/${uuid}`, { as, params: { uuid } }))

  const { activity } = await show(site.owner)

  expect(activity.nudges).toMatchObject([{ name: 'Recent purchase' }])
  expect(JSON.parse(activity.stored)).toMatchObject({
    person: { first_name: 'A…', last_name: 'S…', email: 'not stored (hash only)' },
  })
  await expect(show(stranger.owner)).rejects.toMatchObject({ code: 'not_found' })
})

test('an activity that many nudges can show names the first five', async () => {
  const world = await createWorld()
  const site = await world.site()
  for (const place of [1, 2, 3, 4, 5, 6, 7]) {
    const name = `Nudge ${String(place)}`
    await storeNudge(world.services, site, { type: 'purchase', name, position: place })
  }
  await storePurchase(world.services, site)
  const uuid = (await read(world, site)).rows[0]?.uuid ?? ''
  const { fetch } = await world.serve()

  const page = await fetch(`/data-feeds/activities/${uuid}`, {
    headers: { Cookie: site.owner.cookie },
  })

  expect(await page.text()).toContain('Nudge 1, Nudge 2, Nudge 3, Nudge 4, Nudge 5 and 2 more')
})

test('a site’s pages report a limited number of activities a day, and others can report theirs', async () => {
  const world = await createWorld()
  const [site, other] = [await world.site(), await world.site()]
  const page = createPageActivities(world.services, 3)
  const at = world.services.now()
  const send = ({ scope }: TestSite, ids: readonly string[], receivedAt = at) =>
    page.record(
      ids.map((id) => ({
        siteId: scope.siteId,
        activity: { kind: 'purchase' as const, id },
        trust: 'origin' as const,
        receivedAt,
      })),
      performance.now(),
    )

  expect(await send(site, ['1', '2'])).toEqual(['quarantined', 'quarantined'])
  expect(await send(site, ['1'])).toEqual(['duplicate'])
  expect(await send(site, ['3', '4'])).toEqual(['too_many', 'too_many'])
  expect(await send(other, ['3'])).toEqual(['quarantined'])
  expect(await send(site, ['5'], new Date(at.getTime() + dayMillis))).toEqual(['quarantined'])
  await page.drain()
})

test('an address as an id is kept as its fingerprint, and known again in any spelling', async () => {
  const world = await createWorld()
  const site = await world.site()
  await world.token(site.team)

  for (const id of ['Ann@Home.example', ' ann@home.example'])
    await report(world, site, { kind: 'signup', id })

  const stored = await world.services.db.system.select().from(activities)
  expect(stored).toMatchObject([{ emailHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string }])
  expect(JSON.stringify(stored).toLowerCase()).not.toContain('home.example')
})
