/** A form that a page sends back: who can send it, who receives it, and what it becomes. */
import { expect, test } from 'vitest'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { listFormRules } from '#app/domain/forms/form-rules.server.ts'
import { createFormLink, readPointedForm } from '#app/domain/serving/preview-form.server.ts'
import { action, loader } from '#app/routes/integrations/forms/form-submissions.tsx'
import { serveEdge } from '../../support/pages.ts'
import { createWorld } from '../../support/world.ts'

const oneTab = '0123456789abcdef0123456789abcdef'
const form = {
  name: 'Newsletter',
  selector: '#news',
  email: 'mail',
  fields: 'company\nfirst_name\ncard_number',
  boxes: 'agree',
  page: '/contact',
}

async function openScreen() {
  const world = await createWorld()
  const { services } = world
  const site = await world.site()
  const edge = await serveEdge(services)
  const addressOf = (link: string, rest: string, tab = oneTab) => {
    const preview = new URL(link).hash.replace('#footfall-preview=', '')
    const query = new URLSearchParams({ preview, tab }).toString()
    return `${edge.baseUrl}/api/pixel/${site.uuid}${rest}?${query}`
  }
  const path = '/integrations/form_submissions'
  return {
    world,
    services,
    site,
    point: async (page = '') => {
      const given = { as: site.owner, form: { intent: 'point', page } }
      const answer = (await action(world.visit(path, given))) as { data: unknown }
      return answer.data as { link: string; id: string; errors?: unknown }
    },
    open: async (link: string) => {
      const response = await fetch(addressOf(link, ''), { headers: { Origin: site.url } })
      return (await response.json()) as PixelPayload
    },
    send: async (link: string, body: unknown, tab = oneTab) => {
      const response = await fetch(addressOf(link, '/events', tab), {
        method: 'POST',
        headers: { Origin: site.url },
        body: JSON.stringify(body),
      })
      return response.status
    },
    show: (id: string, as = site.owner) => loader(world.visit(`${path}?link=${id}`, { as })),
  }
}

test('a form that was pointed at fills in a rule, and becomes one only when it is added', async () => {
  const { services, site, point, open, send, show } = await openScreen()
  const { link, id } = await point('/contact')
  const unopened = await show(id)
  const payload = await open(link)
  const opened = await show(id)

  expect(await send(link, { form })).toBe(200)

  expect(new URL(link).pathname).toBe('/contact')
  expect(payload.nudges).toEqual([])
  expect(payload.preview?.formPointing?.texts.use).toBe('Use this form')
  expect(unopened.pointing).toEqual({ isOpen: false, form: null })
  expect(opened.pointing).toEqual({ isOpen: true, form: null })
  expect((await show(id)).draft).toEqual({
    name: 'Newsletter',
    page: '/contact',
    selector: '#news',
    emailField: 'mail',
    firstNameField: 'first_name',
    consentField: 'agree',
    fields: ['company', 'first_name'],
    boxes: ['agree'],
  })
  expect(await listFormRules(services, site.scope)).toEqual([])
})

test('only its tab sends it, and only the person who made the link receives it', async () => {
  const { world, services, site, point, open, send } = await openScreen()
  const { link, id } = await point()
  await open(link)

  expect(await send(link, { form }, 'f'.repeat(32))).toBe(403)
  expect(await send(link, { place: { selector: 'h1' } })).toBe(403)
  expect(await send(link, { form: { ...form, fields: ['who'] } })).toBe(422)
  expect(await send(link, { form })).toBe(200)

  const mine = { userId: site.owner.id, link: id }
  const other = await world.site()
  expect(await readPointedForm(services, site.scope, mine)).toMatchObject({ isOpen: true })
  expect(await readPointedForm(services, other.scope, mine)).toEqual({ isOpen: false, form: null })
  const someone = { userId: other.owner.id, link: id }
  expect(await readPointedForm(services, site.scope, someone)).toEqual({
    isOpen: false,
    form: null,
  })
})

test('a page of another site is refused', async () => {
  const { services, site, point } = await openScreen()

  expect((await point('https://elsewhere.example/')).errors).toMatchObject({
    page: [expect.stringContaining('Enter a page on') as string],
  })
  await expect(
    createFormLink(services, site.scope, { userId: 1, page: 'javascript:alert(1)' }),
  ).rejects.toMatchObject({ code: 'invalid' })
})
