/** The studio in a browser without scripts: its forms as the page has them, sent as they are. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { nudges } from '#app/db/schema/index.ts'
import { createNudge } from '#app/domain/nudges/editing/drafts.server.ts'
import { findDesign, namedDesigns } from '#app/domain/wording/card-design/designs.ts'
import { createWorld } from '../../support/world.ts'

async function begin() {
  const world = await createWorld()
  const site = await world.site()
  const begun = { type: 'custom', surface: 'popup', name: 'Mine', userId: site.owner.id } as const
  const id = await createNudge(world.services, site.scope, begun)
  const { fetch, baseUrl } = await world.serve()
  const headers = { Cookie: site.owner.cookie }
  const open = async (panel: string) =>
    (await fetch(`/nudges/${id}?panel=${panel}`, { headers })).text()
  /** Sends fields as a document, and returns the page that the browser shows next. */
  const send = async (fields: Record<string, string>) => {
    const answer = await fetch(`/nudges/${id}?panel=proof`, {
      method: 'POST',
      headers: { ...headers, Origin: baseUrl },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    return {
      status: answer.status,
      html: await answer.text(),
      goTo: answer.headers.get('Location') ?? '',
    }
  }
  const publish = (text: string) =>
    send({ intent: 'save', name: 'Mine', 'content.text': text, then: 'publish' })
  const readRow = async () => {
    const [row] = await world.services.db.system.select().from(nudges).where(eq(nudges.uuid, id))
    return row
  }
  return { open, send, publish, readRow }
}

/** Content that only browsers without scripts show. */
const withoutScript = (html: string) =>
  [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, content]) => content).join('')

test('an experiment starts and ends, and an earlier version is restored', async () => {
  const { open, send, publish, readRow } = await begin()
  await publish('Made by hand in Utrecht')
  await publish('From our own kiln')

  const panel = withoutScript(await open('proof'))
  expect(panel).toContain('Version history')
  expect(panel).toMatch(/name="intent" value="restore".*name="version" value="1"/s)
  expect(panel).toContain('Start experiment')

  await send({ intent: 'begin-experiment', kind: 'without', share: '50' })
  expect(withoutScript(await open('proof'))).toContain('Stop experiment')
  await send({ intent: 'end-experiment', keep: '' })
  expect(withoutScript(await open('proof'))).toContain('Ended without a decision.')

  const restored = await send({ intent: 'restore', version: '1' })
  expect(restored.status).toBe(302)
  expect((await readRow())?.draft?.content).toEqual({ text: 'Made by hand in Utrecht' })
})

test('the variant that is published leads back to its result', async () => {
  const { open, send, publish } = await begin()
  await publish('Made by hand in Utrecht')
  await send({ intent: 'save', name: 'Mine', 'content.text': 'From our own kiln' })
  await send({ intent: 'begin-experiment', kind: 'draft', share: '50' })

  const { status, goTo } = await send({ intent: 'end-experiment', keep: 'b' })

  expect(status).toBe(302)
  const panel = new URL(goTo, 'http://footfall.test').searchParams.get('panel') ?? ''
  expect(withoutScript(await open(panel))).toContain('Kept variant B.')
})

test('a refusal of an action appears on the page that it answers with', async () => {
  const { send } = await begin()

  const { status, html } = await send({ intent: 'begin-experiment', kind: 'draft', share: '50' })

  expect(status).toBe(422)
  expect(withoutScript(html)).toContain('This draft can’t be tested yet.')
})

test('panels that are closed have nothing for browsers without scripts', async () => {
  const { open } = await begin()

  expect(withoutScript(await open('message'))).not.toContain('Experiment')
})

test('a design is chosen by its name', async () => {
  const { open, send, readRow } = await begin()
  const names = namedDesigns.map(({ name }) => name)

  const list = withoutScript(await open('look'))
  expect(list).toContain('name="look.named"')
  expect([...list.matchAll(/<option[^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual([
    'No change',
    'Same as site',
    ...names,
  ])

  await send({ intent: 'save', name: 'Mine', 'look.designed': 'site', 'look.named': 'Midnight' })
  const worn = (await readRow())?.draft?.look
  expect(
    worn?.design &&
      findDesign({
        design: worn.design,
        theme: worn.theme ?? 'auto',
        imagePosition: worn.imagePosition ?? 'start',
      })?.name,
  ).toBe('Midnight')

  // The fields beside it are those of the design before.
  await send({
    intent: 'save',
    name: 'Mine',
    'look.designed': 'nudge',
    'look.theme': 'dark',
    'look.named': 'site',
  })
  expect((await readRow())?.draft?.look).toEqual({})
})

test('its buttons name the draft, before and after it was published', async () => {
  const { open, publish } = await begin()
  const buttons = async () =>
    [...(await open('message')).matchAll(/<button[^>]*>(.*?)<\/button>/gs)]
      .map(([, content = '']) => content.replace(/<[^>]*>/g, '').trim())
      .filter((label) => /save|publish/i.test(label))

  const drafted = await buttons()
  await publish('Made by hand in Utrecht')

  expect(drafted).toEqual(['Schedule publishing', 'Save draft', 'Save and publish'])
  expect(await buttons()).toEqual(['Save draft', 'Save and publish'])
})
