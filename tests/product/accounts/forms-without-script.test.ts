/** Forms that the browser sends itself, because the page's script isn't there yet: the page has the answer. */
import { expect, test } from 'vitest'
import type { TestUser } from '../../support/makers.ts'
import { codeNow, createSecurityWorld } from '../../support/two-factor.ts'
import { createWorld, type World } from '../../support/world.ts'

type Fields = Readonly<Record<string, string>>

async function openBrowser(world: World, { cookie }: TestUser) {
  const { fetch } = await world.serve()
  const send = async (path: string, fields: Fields) => {
    const response = await fetch(path, {
      method: 'POST',
      headers: { Accept: 'text/html,*/*;q=0.8', Cookie: cookie },
      body: new URLSearchParams(fields),
    })
    return { status: response.status, html: await response.text() }
  }
  return { fetch, send }
}

/** The first code that the page offers to copy. */
const codeIn = (html: string) => /<code[^>]*><span>([^<]+)<\/span>/.exec(html)?.[1] ?? ''

const countOf = (html: string, sentence: string) => html.split(`>${sentence}<`).length - 1

test('a refused form says so at its field, and no other form does', async () => {
  const world = await createWorld()
  const { owner, team } = await world.site()
  const { send } = await openBrowser(world, owner)
  const teamPath = `/settings/teams/${String(team.scope.teamId)}`

  for (const [path, fields, sentence] of [
    ['/account/api-tokens', { name: 'Shop', lifetime: '90' }, 'Select at least one ability.'],
    ['/account/general', { intent: 'name', name: ' ' }, 'Enter your name.'],
    [
      '/site-settings?index',
      { intent: 'details', name: 'Shop', url: 'no address', timeZone: 'UTC', category: '' },
      'Enter a URL, for example https://shop.com.',
    ],
    [
      '/site-settings/timing',
      { intent: 'timing', timingMode: 'standard', maxNudges: '99', closeNudgeBehaviour: 'visit' },
      'Enter a whole number from 1 to 20.',
    ],
    [`${teamPath}?index`, { intent: 'rename', name: ' ' }, 'Enter the name of your organization.'],
    [
      `${teamPath}/members`,
      { intent: 'invite', email: 'ann', role: 'editor', access: 'all' },
      'Enter an email address, for example name@shop.com.',
    ],
    [
      '/account/security/app',
      { intent: 'start', password: 'wrong' },
      'That’s not your current password.',
    ],
  ] as const) {
    const { status, html } = await send(path, fields)

    expect({ path, status, times: countOf(html, sentence) }).toEqual({
      path,
      status: 422,
      times: 1,
    })
  }
})

test('a token is shown in the page, once, and the form is there for another', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const { fetch, send } = await openBrowser(world, owner)

  const fields = { name: 'Shop', abilities: 'sites:read', site: '', lifetime: '90' }
  const { status, html } = await send('/account/api-tokens', fields)

  expect(status).toBe(200)
  expect(html).toContain('You won’t see it again.')
  const Authorization = `Bearer ${codeIn(html)}`
  expect((await fetch('/api/v1/sites', { headers: { Authorization } })).status).toBe(200)
})

test('two-factor is set up by an app: the key, a wrong code, and the recovery codes', async () => {
  const world = await createSecurityWorld()
  const { owner } = await world.site()
  const { send } = await openBrowser(world, owner)
  const path = '/account/security/app'

  const begun = await send(path, { intent: 'start', password: owner.password })
  const wrong = await send(path, { intent: 'confirm', code: '000000' })
  const done = await send(path, { intent: 'confirm', code: codeNow(world, codeIn(begun.html)) })

  expect(begun.html).toContain('Scan this QR code with your app')
  expect(wrong.status).toBe(422)
  expect(wrong.html).toMatch(/name="code"/)
  expect(wrong.html).toContain('start over')
  expect(done.status).toBe(200)
  expect(done.html).toContain('Emergency token</h3>')
})
