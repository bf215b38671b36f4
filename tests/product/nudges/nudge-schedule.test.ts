/** Weekly schedules: pages receive the resulting times and nothing else. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sites } from '#app/db/schema/index.ts'
import { createNudge } from '#app/domain/nudges/editing/drafts.server.ts'
import { action as change, loader as open } from '#app/routes/nudges/nudge.tsx'
import { action as ask } from '#app/routes/nudges/preview.ts'
import { openNudgeShop } from '../../support/nudge-shop.ts'

const hours = { days: [0, 1, 2, 3, 4], from: '09:00', until: '17:00' }

const secondsOf = (moment: string) => Date.parse(moment) / 1000

/** A shop in Amsterdam with an order, at a given time. */
async function openShop(moment: string) {
  const shop = await openNudgeShop()
  const { services, site } = shop
  await services.db.system
    .update(sites)
    .set({ timeZone: 'Europe/Amsterdam' })
    .where(eq(sites.id, site.scope.siteId))
  const moveTo = (to: string) => {
    shop.world.clock.advance(Date.parse(to) - shop.world.clock.now().getTime())
  }
  moveTo(moment)
  await shop.store()
  return { ...shop, moveTo }
}

test('within its hours a nudge is sent with the moments at which they begin and end', async () => {
  const { publish, shown } = await openShop('2027-03-26T10:00Z')

  await publish({ type: 'purchase', rules: { hours, devices: ['mobile'] } })

  const { rules } = (await shown()) ?? {}
  expect(rules).toEqual({
    pages: [],
    notPages: [],
    kinds: [],
    devices: ['mobile'],
    audience: 'all',
    from: secondsOf('2027-03-26T08:00Z'),
    until: secondsOf('2027-03-26T16:00Z'),
  })
})

test('outside of its hours it is only named, until a page could miss their beginning', async () => {
  const { publish, shown, reasons, moveTo } = await openShop('2027-03-26T16:00Z')
  await publish({ type: 'purchase', rules: { hours } })

  expect(await reasons()).toEqual(['page_rule'])
  // On Monday the clock is an hour ahead.
  moveTo('2027-03-29T06:44:00Z')
  expect(await reasons()).toEqual(['page_rule'])
  moveTo('2027-03-29T06:45:00Z')
  expect((await shown())?.rules).toMatchObject({
    from: secondsOf('2027-03-29T07:00Z'),
    until: secondsOf('2027-03-29T15:00Z'),
  })
})

test('hours that never fall between a nudge’s start and end show nothing', async () => {
  const { publish, reasons } = await openShop('2027-03-27T10:00Z')
  const until = secondsOf('2027-03-28T10:00Z')

  await publish({ type: 'purchase', rules: { hours, until } })

  expect(await reasons()).toEqual(['page_rule'])
})

test('the editor takes hours and moments by the site’s clock, and says the next three windows', async () => {
  const { world, services, site } = await openShop('2027-03-26T18:00Z')
  const editor = await world.member(site.team, { role: 'editor' })
  const begun = { type: 'purchase' as const, surface: 'popup' as const, name: 'Sold' }
  const id = await createNudge(services, site.scope, { ...begun, userId: site.owner.id })
  const visit = (form?: Record<string, string>, path = '') =>
    world.visit(`/nudges/${id}${path}`, {
      as: editor,
      params: { id },
      ...(form === undefined ? {} : { form }),
    })
  const typed = {
    name: 'Sold',
    'rules.from': '2027-03-29T08:30',
    'rules.hours.days': '0',
    'rules.hours.from': '22:00',
    'rules.hours.until': '02:00',
  }

  const answer = await ask(visit(typed, '/preview'))
  await change(visit({ ...typed, intent: 'save' }))
  const wrong = await change(visit({ ...typed, 'rules.hours.from': '25:00', intent: 'save' }))

  const { preview } = (await answer.json()) as { preview: { windows: string[] } }
  expect(preview.windows).toEqual([
    'Mon, Mar 29, 10:00 PM – Tue, Mar 30, 2:00 AM',
    'Mon, Apr 5, 10:00 PM – Tue, Apr 6, 2:00 AM',
    'Mon, Apr 12, 10:00 PM – Tue, Apr 13, 2:00 AM',
  ])
  const { values } = await open(visit())
  expect(values).toMatchObject(typed)
  expect(wrong).toMatchObject({
    data: { errors: { 'rules.hours.from': [expect.any(String) as string] } },
  })
})
