/** Filters as a browser without a script sends them: the form of the page, with all of its fields. */
import { expect, test } from 'vitest'
import { sites } from '#app/db/schema/index.ts'
import { storeNudge } from '../../support/nudges.ts'
import type { TestSite } from '../../support/makers.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld, type World } from '../../support/world.ts'

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&')

/** A GET form of a page: its address, and its fields with what they begin with. */
function readForm(html: string, name: string) {
  const forms = [...html.matchAll(/<form\b[^>]*>.*?<\/form>/gs)].map(([form]) => form)
  const form = forms.find(
    (one) => attribute(one, 'method') === 'get' && one.includes(` name="${name}"`),
  )
  if (form === undefined) throw new Error(`No form filters by ${name}.`)
  const selects = [...form.matchAll(/<select\b[^>]*>.*?<\/select>/gs)].map(([select]) => {
    const options = [...select.matchAll(/<option\b[^>]*>/g)].map(([option]) => option)
    const chosen = options.find((option) => /\sselected=""/.test(option)) ?? options[0] ?? ''
    return [attribute(select, 'name') ?? '', attribute(chosen, 'value') ?? ''] as const
  })
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].flatMap(([input]) => {
    const named = attribute(input, 'name')
    return named === undefined ? [] : [[named, attribute(input, 'value') ?? ''] as const]
  })
  return {
    // Browsers replace the query of a GET form's address by its fields.
    action: attribute(form, 'action')?.split('?')[0] ?? '',
    fields: new URLSearchParams([...selects, ...inputs].map(([field, value]) => [field, value])),
    hasButton: /<button\b[^>]*type="submit"/.test(form),
  }
}

async function openPages(world: World, site: TestSite) {
  const { fetch } = await world.serve()
  const open = async (path: string) => {
    const answer = await fetch(path, { headers: { Cookie: site.owner.cookie } })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  /** The page that the form leads to, with one of its fields filled in. */
  const filter = async (html: string, name: string, value: string) => {
    const { action, fields, hasButton } = readForm(html, name)
    expect(hasButton).toBe(true)
    expect(fields.has(name)).toBe(true)
    fields.set(name, value)
    return open(`${action}?${fields.toString()}`)
  }
  return { open, filter }
}

/** The names of its rows, in order. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<th role="rowheader".*?<\/th>/gs)].map(([head]) =>
    (/<a\b[^>]*>(.*?)<\/a>/s.exec(head)?.[1] ?? '').replaceAll(/<[^>]*>/g, '').trim(),
  )

test('nudges are filtered, keep their order, and show what was chosen', async () => {
  const world = await createWorld()
  const site = await world.site()
  for (const [position, name] of ['Blue offer', 'Kettle news', 'Blue kettle'].entries()) {
    await storeNudge(world.services, site, { type: 'purchase', name, position })
  }
  const { open, filter } = await openPages(world, site)

  const whole = await open('/popup-nudges/list?sort=-name')
  const found = await filter(whole, 'text', 'blue')
  const none = await filter(found, 'state', 'draft')

  expect(rowsOf(whole)).toEqual(['Kettle news', 'Blue offer', 'Blue kettle'])
  expect(rowsOf(found)).toEqual(['Blue offer', 'Blue kettle'])
  expect(readForm(found, 'text').fields.get('text')).toBe('blue')
  expect(rowsOf(none)).toEqual([])
  expect(Object.fromEntries(readForm(none, 'text').fields)).toMatchObject({
    text: 'blue',
    state: 'draft',
    sort: '-name',
  })
})

test('a feed is filtered by text, status and source', async () => {
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site, { firstName: 'Ann' })
  await storePurchase(world.services, site, { firstName: 'Bea', approval: 'hidden' })
  await storePurchase(world.services, site, { firstName: 'Cem', source: 'import' })
  const { open, filter } = await openPages(world, site)
  const people = (html: string) =>
    rowsOf(html)
      .map((row) => row.slice(0, 3))
      .sort()

  const whole = await open('/data-feeds')

  expect(people(whole)).toEqual(['Ann', 'Bea', 'Cem'])
  expect(people(await filter(whole, 'text', 'bea'))).toEqual(['Bea'])
  const hidden = await filter(whole, 'state', 'hidden')
  expect(people(hidden)).toEqual(['Bea'])
  expect(readForm(hidden, 'state').fields.get('state')).toBe('hidden')
  expect(people(await filter(whole, 'source', 'import'))).toEqual(['Cem'])
})

test('statistics are filtered by days and by nudge', async () => {
  const world = await createWorld()
  const site = await world.site()
  await world.services.db.system.update(sites).set({ pixelSeenAt: world.services.now() })
  const nudge = await storeNudge(world.services, site, { type: 'purchase', name: 'Kettle news' })
  const { open, filter } = await openPages(world, site)

  const whole = await open('/statistics/not-shown')
  const narrowed = await filter(whole, 'from', readForm(whole, 'from').fields.get('to') ?? '')
  const ofNudge = await filter(narrowed, 'nudge', nudge)

  const { fields } = readForm(ofNudge, 'nudge')
  expect(whole).toContain('Why nudges were or weren’t shown')
  expect(ofNudge).toContain('Why “Kettle news” was or wasn’t shown')
  expect(fields.get('nudge')).toBe(nudge)
  expect(fields.get('from')).toBe(fields.get('to'))
  const overview = await open('/statistics')
  const day = readForm(overview, 'to').fields.get('to') ?? ''
  const today = await filter(overview, 'from', day)
  expect(readForm(today, 'from').fields.get('from')).toBe(day)
})
