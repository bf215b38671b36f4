/** The opt-in prompt's screen over HTTP, which works without a script. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readPushSite } from '#app/domain/push/site-settings.server.ts'
import { changeOptions } from '#app/domain/sites/settings.server.ts'
import { setPlan } from '../../support/plans/set-plan.ts'
import type { TestUser } from '../../support/makers.ts'
import { createWorld } from '../../support/world.ts'
import { storeSubscriber } from '../../support/push/stored-push.ts'

const path = '/push-nudges/prompt'

const words = {
  intent: 'save',
  title: 'News about kettles?',
  text: 'Up to 3 messages a week on this device.',
  accept: 'Yes',
  notNow: 'No',
  views: '3',
  seconds: '20',
  days: '60',
  workerPath: '/footfall-push.js',
  pages: '/kettles',
}

async function openShop(url = 'https://kettles.example') {
  const world = await createWorld()
  const site = await world.site({ url })
  const { fetch } = await world.serve()
  const open = async ({ cookie }: TestUser = site.owner) => {
    const answer = await fetch(path, { headers: { Cookie: cookie } })
    return {
      status: answer.status,
      html: (await answer.text()).replaceAll(/<!-- -->|<script\b.*?<\/script>/gs, ''),
    }
  }
  const send = async (form: Record<string, string>, { cookie }: TestUser = site.owner) => {
    const body = new URLSearchParams(form)
    const answer = await fetch(path, { method: 'POST', headers: { Cookie: cookie }, body })
    return {
      status: answer.status,
      html: (await answer.text()).replaceAll(/<!-- -->|<script\b.*?<\/script>/gs, ''),
    }
  }
  const read = () => readPushSite(world.services, site.scope)
  return { world, site, open, send, read }
}

test('the screen says that the holdout group isn’t asked, as long as there is one', async () => {
  const sentence = '10% of visitors are in the holdout group and aren’t asked.'
  const { world, site, open } = await openShop()
  expect((await open()).html).not.toContain('holdout group')
  await changeOptions(world.services, site.scope, { holdout: 10 })

  expect((await open()).html).toContain(sentence)
})

test('the address without a tab leads to the prompt', async () => {
  const { world, site } = await openShop()
  const { fetch } = await world.serve()

  const answer = await fetch('/push-nudges', {
    headers: { Cookie: site.owner.cookie },
    redirect: 'manual',
  })

  expect(answer.status).toBe(302)
  expect(answer.headers.get('Location')).toBe(path)
})

test('a new site sees the default words, and the steps that are left', async () => {
  const { open } = await openShop()

  const { status, html } = await open()

  expect(status).toBe(200)
  expect(html).toContain('Hear about news from this shop?')
  expect(html).toContain('Browsers allow push messages on https://kettles.example.')
  expect(html).toContain('Install the pixel.')
  for (const tab of ['campaigns', 'automations', 'subscribers', 'delivery']) {
    expect(html).toContain(`href="/push-nudges/${tab}"`)
  }
})

test('a form without a script saves the words, and a button turns the prompt on and off', async () => {
  const { world, site, send, read, open } = await openShop()
  await storeSubscriber(world.services, site)

  const saved = await send(words)
  const on = await send({ intent: 'on' })
  const { prompt } = await read()
  const { html } = await open()
  const off = await send({ intent: 'off' })

  expect([saved.status, on.status, off.status]).toEqual([200, 200, 200])
  expect(prompt).toMatchObject({
    isShown: true,
    title: 'News about kettles?',
    views: 3,
    seconds: 20,
    days: 60,
  })
  expect(html).toContain('1 subscriber so far')
  expect((await read()).prompt).toMatchObject({ isShown: false, title: 'News about kettles?' })
})

test('a site without https can’t turn it on, and learns why', async () => {
  const { open, send, read } = await openShop('http://kettles.example')

  const { html } = await open()
  const refused = await send({ intent: 'on' })

  expect(html).toContain('Browsers allow push messages on https:// only.')
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('Your site’s URL has to start with https:// first.')
  expect((await read()).prompt.isShown).toBe(false)
})

test('a plan without push nudges can’t turn it on', async () => {
  const { world, site, open, send, read } = await openShop()
  const overrides = { features: { push_nudges: false } }
  await setPlan(world.services, site.team.scope, { planId: 'plus', overrides })

  const { html } = await open()
  const refused = await send({ intent: 'on' })

  expect(html).toContain('Not on your plan')
  expect(refused.status).toBe(422)
  expect((await read()).prompt.isShown).toBe(false)
})

test.each([
  ['the first page view', { views: '1' }, 'Enter a number from 2 to 20.'],
  ['no title', { title: ' ' }, 'Enter at least one character.'],
  ['a title of 61 characters', { title: 'x'.repeat(61) }, 'Use 60 characters or fewer.'],
  ['words for seconds', { seconds: 'soon' }, 'Enter a number.'],
])('%s is refused with a sentence, and nothing is stored', async (_case, wrong, sentence) => {
  const { send, read } = await openShop()

  const { status, html } = await send({ ...words, ...wrong })

  expect(status).toBe(422)
  expect(html).toContain(sentence)
  expect((await read()).prompt.title).not.toBe('News about kettles?')
})

test('the worker file is one line, and a site that lacks it learns so', async () => {
  const missing = createServer((_request, response) => {
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => missing.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    missing.close()
  })
  const { port } = missing.address() as AddressInfo
  const { world, site, open, send } = await openShop(`http://127.0.0.1:${String(port)}`)
  const { fetch } = await world.serve()

  const file = await fetch('/push-nudges/worker-file', { headers: { Cookie: site.owner.cookie } })
  const { html } = await open()
  const checked = await send({ intent: 'check' })

  const line = `importScripts('${world.services.config.appUrl}/push/worker.js')`
  expect(await file.text()).toBe(`${line}\n`)
  expect(file.headers.get('Content-Disposition')).toContain('footfall-push.js')
  expect(html.replaceAll('&#x27;', "'")).toContain(line)
  expect(checked.status).toBe(200)
  expect(checked.html).toContain('Doesn’t work')
  expect(checked.html).toContain('/footfall-push.js')
})

test('an unknown action is refused', async () => {
  const { send } = await openShop()

  expect((await send({ ...words, intent: 'burn' })).status).toBe(422)
})

test('an analyst sees the prompt and changes nothing', async () => {
  const { world, site, open, send } = await openShop()
  const analyst = await world.member(site.team, { role: 'analyst' })

  const { status, html } = await open(analyst)
  const refused = await send(words, analyst)

  expect(status).toBe(200)
  expect(html).toContain('Your role can view this but not change it.')
  expect(refused.status).toBe(403)
})
