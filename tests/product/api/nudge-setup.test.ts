/** Nudges through the REST API: the editor's settings, rules and versions. */
import { expect, test } from 'vitest'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import type { NudgeType } from '#app/contract/nudges.ts'
import type { SetUpNudge } from '#app/contract/statistics.ts'
import { createNudge, saveForm } from '#app/domain/nudges/editing/drafts.server.ts'
import { readSettings } from '#app/domain/nudges/editing/read-settings.ts'
import { showSettings } from '#app/domain/nudges/editing/show-settings.ts'
import { createWorld } from '../../support/world.ts'
import storedNudges from '../nudges/stored-nudges.json' with { type: 'json' }

type Answer = {
  status: number
  data: SetUpNudge
  message?: string
  errors?: Record<string, string[]>
}

async function shop() {
  const world = await createWorld()
  const site = await world.site()
  const token = await world.token(site.team)
  const { fetch } = await world.serve()
  const call = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await fetch(`/api/v1/sites/${site.uuid}/nudges${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, ...JSON.parse(text || '{}') } as Answer
  }
  return { world, site, call, services: world.services }
}

const orders = { type: 'purchase', surface: 'popup', settings: { name: 'Orders' } }

test('a nudge of the editor is read, deleted and made again with the same settings', async () => {
  const { site, call, services } = await shop()
  const differences: unknown[] = []

  for (const { uuid: _uuid, ...stored } of storedNudges) {
    const { type, surface, ...rest } = stored as {
      type: NudgeType
      surface: 'popup' | 'inline'
    } & Omit<NudgeSettings, 'name'>
    const userId = site.owner.id
    const uuid = await createNudge(services, site.scope, { type, surface, name: 'Nudge', userId })
    const shown = showSettings(type, { name: 'Nudge', ...rest }, 'UTC')
    const entries = Object.entries(shown)
    const read = readSettings({ type, surface, timeZone: 'UTC', entries })
    await saveForm(services, site.scope, { uuid, userId, read })

    const { data: before } = await call('GET', `/${uuid}`)
    const gone = await call('DELETE', `/${uuid}`)
    const { settings } = before
    const made = await call('POST', '', { type, surface, settings })
    const after = await call('GET', `/${made.data.uuid}`)
    const isSame = JSON.stringify(after.data.settings) === JSON.stringify(settings)
    if (gone.status === 204 && made.status === 201 && isSame) continue
    differences.push([type, surface, gone.status, made, settings])
  }

  expect(differences).toEqual([])
})

test('a draft is published, changed as a draft, published again, paused and turned on', async () => {
  const { world, call } = await shop()
  const statesOf = async () => {
    const { rows } = await world.services.pool.query<{ state: string }>('select state from nudges')
    return rows.map(({ state }) => state)
  }
  const { data: draft } = await call('POST', '', orders)
  const path = `/${draft.uuid}`

  const published = await call('POST', `${path}/publish`)
  const changed = await call('PUT', path, {
    settings: { name: 'Orders', rules: { kinds: ['product'] } },
  })
  const again = await call('POST', `${path}/publish`)
  const paused = await call('POST', `${path}/pause`)
  const states = await statesOf()
  const resumed = await call('POST', `${path}/publish`)
  const versions = await call('GET', `${path}/versions`)

  expect(draft).toMatchObject({ state: 'draft', has_draft: true, published_settings: null })
  expect(published.data).toMatchObject({ state: 'published', has_draft: false, version: 1 })
  expect(changed.data).toMatchObject({
    state: 'published',
    has_draft: true,
    version: 1,
    settings: { rules: { kinds: ['product'] } },
    published_settings: { rules: {} },
  })
  expect(again.data).toMatchObject({
    version: 2,
    published_settings: { rules: { kinds: ['product'] } },
  })
  expect([paused.data.state, states]).toEqual(['paused', ['paused']])
  expect(resumed.data).toMatchObject({ state: 'published', version: 2 })
  expect(versions.data).toMatchObject([{ version: 2 }, { version: 1 }])
})

test('the linter decides what is published, at the paths of the body', async () => {
  const { call } = await shop()
  const message = { title: '', text: 'Only 3 left, hurry', one: '' }
  const { data } = await call('POST', '', { ...orders, settings: { name: 'Orders', message } })

  const refused = await call('POST', `/${data.uuid}/publish`)

  expect(refused.status).toBe(422)
  expect(Object.keys(refused.errors ?? {})).toEqual(['settings.message.text'])
  expect((await call('GET', `/${data.uuid}`)).data.state).toBe('draft')
})

/** Faults of a new nudge, and the path at which each is refused. */
const wrong: [fields: object, path: string][] = [
  [{ type: 'sale' }, 'type'],
  [{ surface: 'push' }, 'surface'],
  [{ type: 'visitors', surface: 'inline' }, 'type'],
  [{ settings: {} }, 'settings.name'],
  [{ settings: undefined }, 'settings'],
  [{ settings: { name: 'x', querry: {} } }, 'settings.querry'],
  [{ settings: { name: 'x', query: { ago: 1 } } }, 'settings.query.ago'],
  // One person's order isn't worth the width of the page.
  [{ settings: { name: 'x', look: { layout: 'bar' } } }, 'settings.look.layout'],
  [{ settings: { name: 'x', look: { layout: 'line' } } }, 'settings.look.layout'],
  // An option that the type doesn't read would have no effect.
  [{ settings: { name: 'x', query: { deadline: 1 } } }, 'settings.query.deadline'],
  [{ settings: { name: 'x', content: { amount: '10 %' } } }, 'settings.content.amount'],
  [
    { type: 'discount', settings: { name: 'x', content: { amonut: '10 %' } } },
    'settings.content.amonut',
  ],
  [{ settings: { name: 'x', rules: { pages: [{ path: '/' }] } } }, 'settings.rules.pages.0.path'],
  [{ settings: { name: 'x', placement: { selector: 'p', where: 'after' } } }, 'settings.placement'],
]

test('a nudge without settings is refused in plain words', async () => {
  const { call } = await shop()

  const { errors } = await call('POST', '', { ...orders, settings: undefined })

  expect(errors).toEqual({ settings: ['Send an object with a name.'] })
})

test.each(wrong)('a new nudge with %j is refused at %s', async (fields, path) => {
  const { call, services } = await shop()

  const refused = await call('POST', '', { ...orders, ...fields })

  expect(refused.status).toBe(422)
  expect(Object.keys(refused.errors ?? {})).toContain(path)
  const { rows } = await services.pool.query('select from nudges')
  expect(rows).toEqual([])
})

test('with If-Match, nothing happens to a nudge that has changed since', async () => {
  const { call } = await shop()
  const { data } = await call('POST', '', orders)
  const path = `/${data.uuid}`
  const seen = { 'If-Match': `"${data.revision}"` }
  const changed = await call('PUT', path, { settings: { name: 'Ours' } }, seen)
  const late = [
    await call('PUT', path, { settings: { name: 'Theirs' } }, seen),
    await call('POST', `${path}/publish`, undefined, seen),
    await call('POST', `${path}/pause`, undefined, seen),
    await call('DELETE', path, undefined, seen),
  ]

  expect([changed.status, ...late.map(({ status }) => status)]).toEqual([200, 412, 412, 412, 412])
  expect((await call('GET', path)).data).toMatchObject({ name: 'Ours', state: 'draft' })
  const current = { 'If-Match': `"other", "${changed.data.revision}"` }
  expect((await call('POST', `${path}/publish`, undefined, current)).status).toBe(200)
})

test('only one of several changes to the same revision happens', async () => {
  const { call } = await shop()
  const { data } = await call('POST', '', orders)
  const seen = { 'If-Match': `"${data.revision}"` }

  const answers = await Promise.all(
    ['A', 'B', 'C'].map((name) => call('PUT', `/${data.uuid}`, { settings: { name } }, seen)),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412])
})

test('a nudge that was published is archived, a draft is deleted, and both are missing', async () => {
  const { call, services } = await shop()
  const { data: draft } = await call('POST', '', orders)
  const { data: live } = await call('POST', '', orders)
  await call('POST', `/${live.uuid}/publish`)

  await call('DELETE', `/${draft.uuid}`)
  await call('DELETE', `/${live.uuid}`)

  const { rows } = await services.pool.query('select uuid, state from nudges')
  expect(rows).toEqual([{ uuid: live.uuid, state: 'paused' }])
  for (const { uuid } of [draft, live]) {
    const missing = [
      await call('GET', `/${uuid}`),
      await call('PUT', `/${uuid}`, { settings: { name: 'x' } }),
      await call('POST', `/${uuid}/publish`),
      await call('POST', `/${uuid}/pause`),
      await call('GET', `/${uuid}/versions`),
      await call('DELETE', `/${uuid}`),
    ]
    expect(missing.map(({ status, message }) => [status, message])).toEqual(
      missing.map(() => [404, 'Nudge not found.']),
    )
  }
})
