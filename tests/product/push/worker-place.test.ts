/** Where a site's pages look for the worker, by the system that serves them. */
import { expect, test } from 'vitest'
import { defaultPrompt } from '#app/contract/push-settings.ts'
import { sites } from '#app/db/schema/ground.ts'
import { compilePush } from '#app/domain/push/compile-push.server.ts'
import { savePrompt } from '#app/domain/push/site-settings.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { createStoreWorld } from '../../support/shopify/store-world.ts'
import { createWorld, type World } from '../../support/world.ts'

/** Saves the prompt as the screen does, turned on. Returns what pages get. */
async function compile(
  { services }: World,
  site: SiteScope,
  prompt: Partial<typeof defaultPrompt>,
) {
  await savePrompt(services, site, { ...defaultPrompt, ...prompt, isShown: true })
  const { appUrl } = services.config
  return services.db.asTeam(site, (tx) =>
    compilePush(tx, site, { appUrl, language: 'en', isIncluded: true }),
  )
}

const proxied = {
  path: '/apps/footfall-push/worker.js',
  scope: '/apps/footfall-push/',
}

test.each([
  ['the default path', {}],
  ['a path from before it was connected', { workerPath: '/sw.js', isShared: true }],
])(
  'pages of a Shopify shop register the file of the app’s proxy, with %s',
  async (_case, prompt) => {
    const world = await createStoreWorld()
    await world.openApp()
    const { site } = await world.connected()
    // The demo store has no https, without which there are no workers.
    await world.services.db.system.update(sites).set({ url: 'https://kettles.example' })

    const push = await compile(world, site, prompt)

    expect(push?.worker).toEqual(proxied)
    expect(push?.prompt?.kinds).toEqual(['news'])
  },
)

test('a shop’s screen says that nothing is to be uploaded, and can check the file', async () => {
  const world = await createStoreWorld()
  await world.openApp()
  const { search } = new URL(world.shop.launchUrl())

  const page = await world.served.fetch(`/push-nudges/prompt${search}`, {
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' },
  })
  const html = await page.text()

  expect(page.status).toBe(200)
  expect(html).toContain('There’s nothing to upload.')
  expect(html).toContain('Check file')
  expect(html).not.toContain('Path of the file')
})

test.each([
  [{}, { path: '/footfall-push.js', scope: '/footfall-push/' }],
  [
    { workerPath: '/sw.js', isShared: true },
    { path: '/sw.js', scope: '/', isShared: true },
  ],
])('pages of any other site register the owner’s file: %j', async (prompt, worker) => {
  const world = await createWorld()
  const site = await world.site({ url: 'https://kettles.example' })

  const push = await compile(world, site.scope, prompt)

  expect(push?.worker).toEqual(worker)
})
