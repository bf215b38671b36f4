/** Forms that pages list for a week at the owner's request: names and counts, nothing typed. */
import { expect, test } from 'vitest'
import { listedForms } from '#app/db/schema/index.ts'
import { maxListedForms } from '#app/domain/events/collect-forms.server.ts'
import {
  listingDays,
  readFormListing,
  setFormListing,
  sweepListedForms,
} from '#app/domain/forms/listed-forms.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { newEventId, serveEdge } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

const submitted = (form: object = {}, page = '/contact') => ({
  id: newEventId(),
  type: 'form',
  page,
  form: { name: 'Newsletter', selector: '#news', email: 'mail', fields: 'who', boxes: '', ...form },
})

async function openShop(isListing = true) {
  const world = await createWorld()
  const site = await world.site()
  const { services } = world
  const page = (await serveEdge(services)).page(site)
  if (isListing) await setFormListing(services, site.scope, true)
  return { world, services, site, page, read: () => readFormListing(services, site.scope) }
}

test('each submission counts once, by form and page, the most submitted first', async () => {
  const { page, read } = await openShop()
  const again = submitted()

  const outcomes = await page.report(submitted({}, '/blog'), again, submitted())
  const repeated = await page.report(again)

  expect([...outcomes, ...repeated].map(({ outcome }) => outcome)).toEqual([
    'accepted',
    'accepted',
    'accepted',
    'duplicate',
  ])
  expect((await read()).forms).toMatchObject([
    {
      name: 'Newsletter',
      page: '/contact',
      selector: '#news',
      emailField: 'mail',
      fields: ['who'],
      boxes: [],
      total: 2,
    },
    { page: '/blog', total: 1 },
  ])
})

test('pages are asked to list while the owner wants it, for a week at most', async () => {
  const { world, services, site, page, read } = await openShop(false)
  const before = await page.report(submitted())
  await setFormListing(services, site.scope, true)
  const during = await page.payload()
  world.clock.advance(listingDays * dayMillis)
  const after = await page.report(submitted())
  await setFormListing(services, site.scope, true)
  await setFormListing(services, site.scope, false)

  const refused = [{ outcome: 'rejected', reason: 'not_listed' }]
  expect(before).toMatchObject(refused)
  expect(during.forms).toEqual([{ lists: true }])
  expect(after).toMatchObject(refused)
  expect((await page.payload()).forms).toBeUndefined()
  expect(await read()).toEqual({ until: null, forms: [] })
})

test('a page’s made-up forms are bounded, and names on the never-read list are left out', async () => {
  const { page, read } = await openShop()
  const many = Array.from({ length: maxListedForms + 2 }, (_none, number) =>
    submitted({ name: `Form ${String(number)}`, fields: 'card_number\nwho', email: 'email_token' }),
  )

  const outcomes = await page.report(...many)
  const known = await page.report(submitted({ name: 'Form 0' }))

  expect(outcomes.filter(({ outcome }) => outcome === 'rejected')).toHaveLength(2)
  expect(known).toMatchObject([{ outcome: 'accepted' }])
  const { forms } = await read()
  expect(forms).toHaveLength(maxListedForms)
  expect(forms.at(-1)).toMatchObject({ emailField: null, fields: ['who'] })
})

test.each([
  ['a value', { value: 'ada@mail.example' }],
  ['a field’s value', { fields: { who: 'Ada' } }],
  ['a control character', { name: 'News\u0000' }],
])('%s is not stored', async (_what, form) => {
  const { services, page } = await openShop()

  await page.report(submitted(form))

  const stored = JSON.stringify(await services.db.system.select().from(listedForms))
  expect(stored).not.toMatch(/Ada|ada@mail|\\u0000/)
})

test('another page than the site’s lists nothing, nor does another team see the list', async () => {
  const { world, services, site, page, read } = await openShop()
  const other = await world.site()
  const elsewhere = (await serveEdge(services)).page(site, { Origin: 'https://elsewhere.example' })
  await elsewhere.report(submitted({ name: 'Foreign' }))
  await page.report(submitted())

  expect((await read()).forms.map(({ name }) => name)).toEqual(['Newsletter'])
  expect(await readFormListing(services, other.scope)).toEqual({ until: null, forms: [] })
})

test('a form without submissions for a month is removed', async () => {
  const { world, services, page, read } = await openShop()
  await page.report(submitted())

  world.clock.advance(31 * dayMillis)
  await sweepListedForms(services)

  expect((await read()).forms).toEqual([])
})
