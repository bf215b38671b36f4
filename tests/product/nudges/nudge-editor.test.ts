/** The editor of a nudge: who can change what, and what it shows. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { plainDesign } from '#app/contract/card-design.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import { meters, nudges, teams } from '#app/db/schema/index.ts'
import { createNudge } from '#app/domain/nudges/editing/drafts.server.ts'
import { layoutChoices } from '#app/domain/wording/card-design/layout-choices.ts'
import { isSignedImage } from '#app/domain/images/image-source.server.ts'
import { setPaused } from '#app/domain/sites/settings.server.ts'
import { monthOf } from '#app/lib/time.ts'
import { action as change, loader as open } from '#app/routes/nudges/nudge.tsx'
import { action as ask } from '#app/routes/nudges/preview.ts'
import type { TestSite } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'

async function begin(type: NudgeType, surface: 'popup' | 'inline' = 'popup') {
  const world = await createWorld()
  const site = await world.site()
  const begun = { type, surface, name: 'Mine', userId: site.owner.id }
  const id = await createNudge(world.services, site.scope, begun)
  return { world, site, id }
}

type Sent = { id: string; form: Record<string, string>; as?: { cookie: string }; path?: string }

const post = (world: World, site: TestSite, { id, form, as = site.owner, path = '' }: Sent) =>
  world.visit(`/nudges/${id}${path}`, { as, form, params: { id } })

const fieldsOf = async (world: World, site: TestSite, id: string) => {
  const { values } = await open(world.visit(`/nudges/${id}`, { as: site.owner, params: { id } }))
  return values
}

/** As browsers send it: without unchecked checkboxes. */
const ticked = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

test('the editor shows what it stores: sending it back unchanged changes nothing', async () => {
  const { world, site, id } = await begin('purchase')
  const form = {
    ...ticked(await fieldsOf(world, site, id)),
    intent: 'save',
    name: 'Sold',
    'query.ago': '36',
    'query.ago.unit': 'hours',
    'rules.pages.0.match': 'pattern',
    'rules.pages.0.value': '/mugs/*',
    'rules.kinds': 'product',
    'rules.from': '2026-12-01T09:30',
    'look.color': '#0B6E4F',
    'look.placed': 'nudge',
    'look.position': 'top-right',
    'look.mobilePosition': 'top-center',
    'message.text': '{product} was bought',
    'query.countries': 'nl be',
  }

  await change(post(world, site, { id, form }))
  const first = await fieldsOf(world, site, id)
  await change(post(world, site, { id, form: { ...ticked(first), intent: 'save' } }))

  expect(await fieldsOf(world, site, id)).toEqual(first)
  const [row] = await world.services.db.system.select().from(nudges).where(eq(nudges.uuid, id))
  expect(row).toMatchObject({ state: 'draft', name: 'Sold' })
  expect(row?.draft).toEqual({
    name: 'Sold',
    query: { ago: 36 * 3600, countries: ['NL', 'BE'] },
    content: null,
    rules: {
      pages: [{ match: 'pattern', value: '/mugs/*' }],
      kinds: ['product'],
      from: Date.UTC(2026, 11, 1, 9, 30) / 1000,
    },
    placement: null,
    message: { title: '', text: '{product} was bought', one: '' },
    look: { color: '#0b6e4f', position: 'top-right', mobilePosition: 'top-center' },
  })
})

test('a position is kept only for this nudge, and only for a popup', async () => {
  const positions = { 'look.position': 'top-right', 'look.mobilePosition': 'top-center' }
  const lookOf = async (surface: 'popup' | 'inline', form: Record<string, string>) => {
    const { world, site, id } = await begin('purchase', surface)
    await change(post(world, site, { id, form: { intent: 'save', name: 'Mine', ...form } }))
    const [row] = await world.services.db.system.select().from(nudges).where(eq(nudges.uuid, id))
    return row?.draft?.look
  }

  expect(await lookOf('popup', { ...positions, 'look.placed': 'site' })).toEqual({})
  expect(await lookOf('inline', { ...positions, 'look.placed': 'nudge' })).toEqual({})
  expect(await lookOf('popup', { ...positions, 'look.placed': 'nudge' })).toEqual({
    position: 'top-right',
    mobilePosition: 'top-center',
  })
  const elsewhere = {
    'look.placed': 'nudge',
    'look.position': 'center;}',
    'look.mobilePosition': '',
  }
  expect(await lookOf('popup', elsewhere)).toEqual({ layout: undefined })
})

test('a layout is stored where it fits the type, and refused with the reason elsewhere', async () => {
  const choose = async (type: NudgeType, layout: string) => {
    const { world, site, id } = await begin(type)
    const form = { intent: 'save', name: 'Mine', 'look.layout': layout }
    const answer = await change(post(world, site, { id, form }))
    const [row] = await world.services.db.system.select().from(nudges).where(eq(nudges.uuid, id))
    return [row?.draft?.look, JSON.stringify(answer)] as const
  }

  expect((await choose('purchase', 'pill'))[0]).toEqual({ layout: 'pill' })
  expect((await choose('discount', 'bar'))[0]).toEqual({ layout: 'bar' })
  expect((await choose('purchase', ''))[0]).toEqual({})
  const [stored, answer] = await choose('purchase', 'bar')
  expect(stored?.layout).toBeUndefined()
  expect(answer).toContain(layoutChoices.bar.reason)
})

test('a design of its own is stored whole, of known settings alone', async () => {
  const { world, site, id } = await begin('purchase')
  const save = async (form: Record<string, string>) => {
    await change(post(world, site, { id, form: { intent: 'save', name: 'Mine', ...form } }))
    const [row] = await world.services.db.system.select().from(nudges).where(eq(nudges.uuid, id))
    return row?.draft?.look
  }
  const typed = { 'look.design.surface': 'filled', 'look.design.corners': 'red;}' }

  expect(await save({ ...typed, 'look.designed': 'site' })).toEqual({})
  expect(await save({ ...typed, 'look.designed': 'nudge' })).toEqual({
    design: { ...plainDesign, surface: 'filled' },
  })
  const again = await fieldsOf(world, site, id)
  expect(again).toMatchObject({ 'look.designed': 'nudge', 'look.design.surface': 'filled' })
})

test('wrong input is refused at its fields, and nothing is stored', async () => {
  const { world, site, id } = await begin('custom', 'inline')
  const form = {
    intent: 'save',
    name: ' ',
    'content.url': 'javascript:alert(1)',
    'rules.pages.0.match': 'exact',
    'rules.pages.0.value': '',
    'look.color': 'green',
    'query.countries': 'Holland',
    'rules.until': 'soon',
  }

  const refused = await change(post(world, site, { id, form }))

  expect(refused).toMatchObject({ init: { status: 422 } })
  const { data } = refused as { data: { errors: Record<string, string[]> } }
  expect(Object.keys(data.errors).sort()).toEqual([
    ...['content.url', 'look.color', 'query.countries', 'rules.pages.0.value', 'rules.until'],
  ])
  expect((await fieldsOf(world, site, id))['name']).toBe('Mine')
})

test('a claim that can’t be checked is kept off the pages but stays in the draft', async () => {
  const { world, site, id } = await begin('custom')
  const form = { intent: 'save', name: 'Mine', 'content.text': '50 people recommend it' }

  const refused = await change(post(world, site, { id, form: { ...form, then: 'publish' } }))
  const saved = await change(post(world, site, { id, form }))
  const honest = { ...form, 'content.text': 'Made by hand in Utrecht', then: 'publish' }
  await change(post(world, site, { id, form: honest }))

  expect(refused).toMatchObject({
    init: { status: 422 },
    data: { errors: { 'content.text': expect.any(Array) as string[] } },
  })
  expect(saved).toMatchObject({ data: { saved: expect.any(String) as string } })
  const shown = await open(world.visit(`/nudges/${id}`, { as: site.owner, params: { id } }))
  expect(shown).toMatchObject({ state: 'published', hasDraft: false })
  expect(shown.versions).toHaveLength(1)
})

test('a refused publication leaves the draft as it was', async () => {
  const { world, site, id } = await begin('custom')
  const shown = () => open(world.visit(`/nudges/${id}`, { as: site.owner, params: { id } }))
  const publish = (form: Record<string, string>) =>
    change(post(world, site, { id, form: { intent: 'save', then: 'publish', ...form } }))
  await publish({ name: 'Mine', 'content.text': 'Made by hand' })
  await world.services.db.system.update(teams).set({ plan: 'free' })

  const unfinished = await publish({ name: 'Other', 'content.title': 'Hello' })
  const claiming = await publish({ name: 'Other', 'content.text': '50 people recommend it' })
  const unpaid = await publish({
    name: 'Other',
    'content.text': 'Made here',
    'query.skipSeenNudges': 'on',
  })

  expect(unfinished).toMatchObject({ data: { errors: { 'content.text': ['Enter a text.'] } } })
  expect(claiming).toMatchObject({
    data: { errors: { 'content.text': [expect.any(String)] }, values: { name: 'Other' } },
  })
  expect(unpaid).toMatchObject({
    data: {
      errors: {
        'query.skipSeenNudges': ['Available on the Lite plan and up.'],
      },
    },
  })
  expect(await shown()).toMatchObject({ name: 'Mine', hasDraft: false, version: 1 })
})

test('the editor says how many reviews the plan shows, and keeps what is beyond', async () => {
  const { world, site, id } = await begin('review')
  const shown = () => open(world.visit(`/nudges/${id}`, { as: site.owner, params: { id } }))
  const choose = (plan: string) => world.services.db.system.update(teams).set({ plan })
  await choose('free')
  const form = { intent: 'save', name: 'Mine', 'query.listSize': '40' }
  await change(post(world, site, { id, form }))

  const free = await shown()
  await choose('enterprise')
  const enterprise = await shown()

  expect(free.listSizeHelp).toBe('Your plan shows up to 1 review. Lite shows up to 3.')
  expect(enterprise.listSizeHelp).toBeNull()
  expect([free, enterprise].map(({ values }) => values['query.listSize'])).toEqual(['40', '40'])
})

test('a new name is published without a new version', async () => {
  const { world, site, id } = await begin('conversion')
  const save = (form: Record<string, string>) =>
    change(post(world, site, { id, form: { intent: 'save', ...form } }))
  await save({ name: 'Mine', then: 'publish' })

  await save({ name: 'Yours', then: 'publish' })

  const shown = await open(world.visit(`/nudges/${id}`, { as: site.owner, params: { id } }))
  expect(shown).toMatchObject({ name: 'Yours', hasDraft: false, version: 1 })
  expect(shown.versions).toHaveLength(1)
})

test('rows share one place for messages, and what can’t be read is refused once', async () => {
  const { world, site, id } = await begin('delivery_date')
  const errorsOf = async (form: Record<string, string>) => {
    const sent = { intent: 'save', name: 'Mine', 'content.transit.0.country': 'NL', ...form }
    const refused = await change(post(world, site, { id, form: sent }))
    return (refused as { data: { errors: Record<string, string[]> } }).data.errors
  }

  const unread = await errorsOf({ 'content.transit.0.min': '1.5' })
  const wrong = await errorsOf({ 'content.transit.0.min': '99', 'content.transit.0.max': '99' })

  expect(unread).toEqual({ 'content.transit': ['Enter a whole number of days for each country.'] })
  expect(Object.keys(wrong)).toEqual(['content.transit'])
})

test('holidays are stored once each, and come back in the order of dates', async () => {
  const { world, site, id } = await begin('delivery_date')
  const days = ['2026-12-26', '', '2026-12-25', '2026-12-26']
  const form = {
    intent: 'save',
    name: 'Mine',
    ...Object.fromEntries(days.map((day, row) => [`content.holidays.${String(row)}.day`, day])),
  }

  await change(post(world, site, { id, form }))

  const fields = Object.entries(await fieldsOf(world, site, id))
  expect(fields.filter(([name]) => name.startsWith('content.holidays.'))).toEqual([
    ['content.holidays.0.day', '2026-12-25'],
    ['content.holidays.1.day', '2026-12-26'],
  ])
  const [row] = await world.services.db.system.select().from(nudges).where(eq(nudges.uuid, id))
  expect(row?.draft?.content).toMatchObject({ holidays: ['2026-12-25', '2026-12-26'] })
})

test('findings are shown at fields of the form', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { services } = world
  const begun = { surface: 'inline', name: 'Mine', userId: site.owner.id } as const
  const findingsOf = async (type: NudgeType, form: Record<string, string>) => {
    const id = await createNudge(services, site.scope, { ...begun, type })
    const sent = { name: 'Mine', 'placement.selector': '#buy', ...form }
    const answer = await ask(post(world, site, { id, form: sent, path: '/preview' }))
    const { preview } = (await answer.json()) as { preview: { findings: { field: string }[] } }
    return preview.findings.map(({ field }) => field)
  }

  expect(
    await findingsOf('purchase', { 'message.title': 'Hurry up', 'placement.selector': '' }),
  ).toEqual(['message.title', 'placement.selector'])
  expect(
    await findingsOf('custom', { 'content.title': '50 people', 'content.text': 'Hello' }),
  ).toEqual(['content.title'])
  expect(await findingsOf('discount', { 'content.amount': '10 %' })).toEqual([
    'content.amount',
    'query.deadline',
  ])
  expect(
    await findingsOf('conversion', {
      'content.goal': '50 people',
      'rules.until': '2020-01-01T10:00',
    }),
  ).toEqual(['content.goal', 'rules.until'])
})

test('a preview is made of what is typed, says why there is none, and stores nothing', async () => {
  const { world, site, id } = await begin('custom')
  const before = await fieldsOf(world, site, id)
  const preview = async (form: Record<string, string>) => {
    const answer = await ask(post(world, site, { id, form, path: '/preview' }))
    return ((await answer.json()) as { preview: PreviewAnswer | null }).preview
  }

  const typed = await preview({
    name: 'Mine',
    'content.text': '50 people recommend it',
    'look.color': '#ffee00',
  })
  const lacking = await preview({ name: 'Mine' })
  const wrong = await preview({ name: 'Mine', 'look.color': 'green' })

  expect(typed?.payload?.nudges).toMatchObject([])
  expect(typed?.findings).toContainEqual(
    expect.objectContaining({ level: 'block', field: 'content.text' }),
  )
  expect(typed?.contrasts).toHaveLength(2)
  expect(lacking?.payload).toBeNull()
  expect(wrong).toBeNull()
  expect(await fieldsOf(world, site, id)).toEqual(before)
})

type PreviewAnswer = {
  payload: { nudges: { items: { image?: string }[] }[] } | null
  findings: unknown[]
  contrasts: string[]
}

test('the server refuses a setting outside of the plan, and accepts it with a plan that has it', async () => {
  const { world, site, id } = await begin('purchase')
  const { services } = world
  const setPlan = (plan: string) =>
    services.db.system.update(teams).set({ plan }).where(eq(teams.id, site.scope.teamId))
  const form = { intent: 'save', name: 'Mine', 'query.skipSeenNudges': 'on' }

  await setPlan('free')
  const refused = await change(post(world, site, { id, form }))
  await setPlan('genius')
  const taken = await change(post(world, site, { id, form }))

  expect(refused).toMatchObject({
    init: { status: 422 },
    data: { errors: { 'query.skipSeenNudges': [expect.any(String)] } },
  })
  expect(taken).toMatchObject({ data: { saved: expect.any(String) as string } })
})

test('analysts look at a nudge and change nothing; for other teams it does not exist', async () => {
  const { world, site, id } = await begin('purchase')
  const analyst = await world.member(site.team, { role: 'analyst' })
  const { owner: as } = await world.site()
  const form = { intent: 'save', name: 'Theirs' }

  const seen = await open(world.visit(`/nudges/${id}`, { as: analyst, params: { id } }))

  expect(seen).toMatchObject({ name: 'Mine', mayEdit: false })
  const forbidden = { code: 'forbidden' }
  const missing = { code: 'not_found' }
  await expect(change(post(world, site, { id, form, as: analyst }))).rejects.toMatchObject(
    forbidden,
  )
  await expect(change(post(world, site, { id, form, as }))).rejects.toMatchObject(missing)
  await expect(ask(post(world, site, { id, form, as, path: '/preview' }))).rejects.toMatchObject(
    missing,
  )
  await expect(open(world.visit(`/nudges/${id}`, { as, params: { id } }))).rejects.toMatchObject(
    missing,
  )
  expect((await fieldsOf(world, site, id))['name']).toBe('Mine')
})

test('the preview has the image of the nudge, from us: no other host’s loads on our screens', async () => {
  const { world, site, id } = await begin('custom')
  const url = 'https://shop.example/mug.png'
  const form = { name: 'Mine', 'content.text': 'Made by hand', 'content.image': url }

  const answer = await ask(post(world, site, { id, form, path: '/preview' }))

  const { preview } = (await answer.json()) as { preview: PreviewAnswer }
  const image = new URL(preview.payload?.nudges[0]?.items[0]?.image ?? '', 'https://ours.example')
  const { key = '', ...query } = Object.fromEntries(image.searchParams)
  expect([image.origin, image.pathname]).toEqual(['https://ours.example', '/api/image'])
  expect(query).toEqual({ url, card: 'small' })
  expect(isSignedImage(world.services.security.secrets, { url, key })).toBe(true)
})

test('a nudge goes on and off, is published later, goes back to a version, and is thrown away', async () => {
  const { world, site, id } = await begin('conversion')
  const act = (form: Record<string, string>) => change(post(world, site, { id, form }))
  const save = { intent: 'save', name: 'Mine', 'content.goal': 'the newsletter' }
  const shown = () => open(world.visit(`/nudges/${id}`, { as: site.owner, params: { id } }))

  const past = await act({ intent: 'schedule', publishAt: '2020-01-01T00:00' })
  await act({ ...save, then: 'publish' })
  await act({ ...save, 'content.goal': 'the club', then: 'publish' })
  await act({ intent: 'off' })
  const off = await shown()
  await act({ intent: 'restore', version: '1' })
  const restored = await shown()
  await act({ intent: 'revert' })
  const reverted = await shown()
  const archived = (await act({ intent: 'archive' })) as Response

  expect(past).toMatchObject({
    init: { status: 422 },
    data: { errors: { publishAt: [expect.any(String)] } },
  })
  expect(off.state).toBe('paused')
  expect(off.versions.map(({ version, changes }) => [version, changes])).toEqual([
    [2, [{ field: 'content.goal', what: 'Name', from: 'the newsletter', to: 'the club' }]],
    [1, null],
  ])
  expect(restored).toMatchObject({ hasDraft: true, values: { 'content.goal': 'the newsletter' } })
  expect(restored.preview.changes).toHaveLength(1)
  expect(reverted).toMatchObject({ hasDraft: false, values: { 'content.goal': 'the club' } })
  expect(archived.headers.get('Location')).toBe('/popup-nudges/list')
})

test('a pause of the site and a used plan are said above each nudge, and a pause is ended there', async () => {
  const { world, site, id } = await begin('conversion')
  const { db, now } = world.services
  const editor = await world.member(site.team, { role: 'editor' })
  const stopsAs = async (as: { cookie: string }) =>
    (await open(world.visit(`/nudges/${id}`, { as, params: { id } }))).stops
  const resume = (as: { cookie: string }) =>
    change(post(world, site, { id, as, form: { intent: 'resume' } }))

  expect(await stopsAs(site.owner)).toEqual([])
  await setPaused(world.services, site.scope, true)
  const used = {
    visitors: 1_000,
    impressions: 0,
    allowance: 1_000,
    granted: 0,
    limitReachedAt: now(),
  }
  await db.system
    .insert(meters)
    .values({ ...used, teamId: site.scope.teamId, month: monthOf(now()), meteredBy: 'visitors' })

  expect(await stopsAs(site.owner)).toMatchObject([
    { kind: 'paused', fix: 'resume' },
    { kind: 'plan', fix: { to: `/settings/teams/${String(site.scope.teamId)}/plan` } },
  ])
  expect(await stopsAs(editor)).toMatchObject([{ kind: 'paused', fix: null }, { kind: 'plan' }])
  await expect(resume(editor)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await stopsAs(site.owner)).toHaveLength(2)
  expect(await resume(site.owner)).toMatchObject({ data: { saved: 'Nudges resumed' } })
  expect(await stopsAs(site.owner)).toMatchObject([{ kind: 'plan' }])
})
