/** The pixel's screen: the check of a page, emails with the code, and hosts. */
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { pixelHosts, users } from '#app/db/schema/index.ts'
import { installationCode } from '#app/domain/sites/site.ts'
import type { PixelCheck } from '#app/domain/sites/verify-pixel.server.ts'
import { sendInstallEmail } from '#app/jobs/install-emails.server.ts'
import { createGuardedFetch } from '#app/lib/web/guarded-fetch.server.ts'
import { projectFile } from '#app/lib/project.server.ts'
import { action, loader } from '#app/routes/pixel/pixel.tsx'
import { createMailWorld } from '../../support/email-world.ts'
import type { TestSite, TestUser } from '../../support/makers.ts'
import { newEventId, serveEdge, visitEvent } from '../../support/pages.ts'
import { createWorld, type World } from '../../support/world.ts'

const asked = (site: TestSite, as: TestUser, form?: Record<string, string>) =>
  ({ as, params: { id: site.uuid }, ...(form ? { form } : {}) }) as const

const show = (world: World, site: TestSite, as = site.owner) =>
  loader(world.visit(`/pixel/${site.uuid}`, asked(site, as)))

const send = (world: World, site: TestSite, form: Record<string, string>, as = site.owner) =>
  action(world.visit(`/pixel/${site.uuid}`, asked(site, as, form)))

/** A shop on the loopback address, which our server reaches like any other. */
async function openShop() {
  let answer = (response: ServerResponse) => response.end('<p>Hello</p>')
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  })
  const { port } = server.address() as AddressInfo
  const world = await createWorld()
  const fetchPage = createGuardedFetch({
    ports: [port],
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    isAllowed: (address) => address === '127.0.0.1',
  })
  const reaching: World = {
    ...world,
    visit: (path, about) => {
      const args = world.visit(path, about)
      return {
        ...args,
        context: {
          ...args.context,
          services: { ...world.services, net: { ...world.services.net, fetch: fetchPage } },
        },
      }
    },
  }
  const site = await world.site({ url: `http://shop.example:${String(port)}` })
  return {
    site,
    code: installationCode(world.services.config.appUrl, site.uuid),
    answerWith: (work: (response: ServerResponse) => unknown) => {
      answer = (response) => {
        work(response)
        return response.end()
      }
    },
    verify: async (path = '/'): Promise<PixelCheck> => {
      const result = await send(reaching, site, { intent: 'verify', path })
      if (!('verified' in result)) throw new Error(JSON.stringify(result))
      return result.verified
    },
  }
}

test('a page is read step by step, and each step says what it found', async () => {
  const { site, code, answerWith, verify } = await openShop()
  const other = code.replace(site.uuid, '00000000-0000-4000-8000-000000000000')
  const elsewhere = code.replace('footfall.test', 'cdn.example')
  const seen = async (html: string, policy?: string) => {
    answerWith((response) => {
      if (policy !== undefined) response.setHeader('Content-Security-Policy', policy)
      response.write(html)
    })
    const { page, script, uuid, policy: found } = await verify()
    return [page, script, uuid, found]
  }

  expect(await seen(`<body>${code}</body>`)).toEqual(['answers', 'found', 'right', 'none'])
  expect(await seen('<body></body>')).toEqual(['answers', 'missing', null, 'none'])
  expect(await seen(`<!-- ${code} -->`)).toEqual(['answers', 'commented-out', null, 'none'])
  expect(await seen(elsewhere)).toEqual(['answers', 'other-server', null, 'none'])
  const copy = code.replace(/https?:[^"]*\/js\//, '/cache/')
  expect(await seen(copy)).toEqual(['answers', 'own-host', null, 'none'])
  expect(await seen(other)).toEqual(['answers', 'found', 'other', 'none'])
  expect(await seen(code.replace(/ data-site="[^"]*"/, ''))).toEqual([
    'answers',
    'found',
    'missing',
    'none',
  ])
  expect(await seen(code, "default-src 'self'; script-src footfall.test")).toEqual([
    'answers',
    'found',
    'right',
    ['connect-src', 'img-src'],
  ])
  expect(await seen(code, 'default-src http:')).toEqual(['answers', 'found', 'right', 'allows'])
})

test('a page that does not answer says why, and nothing else is judged', async () => {
  const { answerWith, verify } = await openShop()
  answerWith((response) => {
    response.statusCode = 503
  })

  expect(await verify('/products/cup')).toMatchObject({
    asked: expect.stringMatching(/\/products\/cup$/) as string,
    status: 503,
    page: 'answer',
    script: null,
    uuid: null,
    policy: null,
  })
})

test('only paths of the site are asked, and only by who may change it', async () => {
  const world = await createWorld()
  const site = await world.site()
  const analyst = await world.member(site.team, { role: 'analyst' })
  const verify = { intent: 'verify', path: '/' }

  for (const path of ['', 'shop.example', '//evil.example/', '/\\evil.example']) {
    expect(await send(world, site, { intent: 'verify', path })).toMatchObject({
      init: { status: 422 },
      data: { errors: { path: [expect.any(String)] } },
    })
  }
  await expect(send(world, site, verify, analyst)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(show(world, site, analyst)).resolves.toMatchObject({ mayEdit: false })
})

test("another organization's pixel is not found", async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site()

  await expect(show(world, site, other.owner)).rejects.toMatchObject({ code: 'not_found' })
})

test('the code goes to a developer once the sender has shown who that is', async () => {
  const { smtp, mailsNow, ...world } = await createMailWorld([sendInstallEmail])
  const site = await world.site({ url: 'https://shop.example' })
  const form = { intent: 'send', to: ' Dev@Agency.example ' }

  const verify = (at: Date | null) =>
    world.services.db.system
      .update(users)
      .set({ emailVerifiedAt: at })
      .where(eq(users.id, site.owner.id))

  await verify(null)
  const early = await send(world, site, form)
  await verify(world.clock.now())
  const results = [await send(world, site, form), await send(world, site, form)]
  const [mail] = await mailsNow(2)
  results.push(await send(world, site, form), await send(world, site, form))

  expect(early).toMatchObject({ init: { status: 422 }, data: { values: { to: form.to } } })
  expect(mail).toMatchObject({
    to: ['dev@agency.example'],
    headers: { 'reply-to': site.owner.email },
  })
  expect(mail?.text).toContain(installationCode(world.services.config.appUrl, site.uuid))
  expect(mail?.text).toContain(site.owner.email)
  expect(mail?.text).toContain('shop.example')
  // Three a day to one address, from all senders together.
  expect(results.map(statusOf)).toEqual([200, 200, 200, 429])
  expect(smtp.mails.length).toBeGreaterThanOrEqual(2)
})

const statusOf = (result: unknown) =>
  (result as { init?: { status?: number } | null }).init?.status ?? 200

test('the hosts that load the pixel are listed, the site’s and foreign ones, and the status follows', async () => {
  const world = await createWorld()
  const site = await world.site({ url: 'https://shop.example' })
  const edge = await serveEdge(world.services)
  const from = (origin: string) => edge.page(site, { Origin: origin })
  const state = async () => {
    const { state: now, hosts } = await show(world, site)
    return [now, hosts.map(({ host, isSiteHost }) => [host, isSiteHost])]
  }

  expect(await state()).toEqual(['never', []])
  await from('https://copy.example').report(visitEvent())
  await expect.poll(state).toEqual(['elsewhere', [['copy.example', false]]])
  world.clock.advance(1000)
  await from('https://www.shop.example').report(visitEvent())
  await from('null').report(visitEvent())
  const both = [
    ['www.shop.example', true],
    ['copy.example', false],
  ]
  await expect.poll(state).toEqual(['seen', both])
  world.clock.advance(25 * 3_600_000)

  expect(await state()).toEqual(['silent', both])
})

test('made-up hosts can’t fill the table', async () => {
  const world = await createWorld()
  const site = await world.site({ url: 'https://shop.example' })
  const edge = await serveEdge(world.services)
  const stored = () => world.services.db.system.select().from(pixelHosts)
  const flood = async (round: number) => {
    for (let number = 0; number < 8; number += 1) {
      const origin = `https://made-up-${String(round)}-${String(number)}.example`
      await edge.page(site, { Origin: origin }).report({ ...visitEvent(), id: newEventId() })
    }
  }

  for (let round = 0; round < 5; round += 1) {
    await flood(round)
    // Five new ones a minute, up to twenty.
    await expect.poll(async () => (await stored()).length).toBe(Math.min(5 * (round + 1), 20))
    world.clock.advance(60_000)
  }
  await edge.page(site, { Origin: site.url }).report(visitEvent())

  await expect.poll(async () => (await stored()).map(({ host }) => host)).toContain('shop.example')
  expect(await stored()).toHaveLength(21)
})

test('the size is that of the files that are built', async () => {
  const world = await createWorld()
  const site = await world.site()

  const { size, code } = await show(world, site)

  expect(code).toContain(site.uuid)
  const core = brotliCompressSync(readFileSync(projectFile('build/pixel/pixel.library.js'))).length
  expect(size).toMatchObject({ core })
})
