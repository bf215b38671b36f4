/** Refusals that BigCommerce publishes, met by the app’s calls. */
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { readTenantId } from '#app/domain/shops/tenants/tenant-name.ts'
import { CodeRefused } from '#app/domain/shops/stores/bigcommerce-app.ts'
import { BadRecord, ConnectionLost, TryLater } from '#app/lib/web/provider-errors.ts'
import { createProviders } from '#app/server/compose.server.ts'
import { startBigCommerce } from '#workshop/doubles/bigcommerce/bigcommerce-server.ts'
import { appScopes } from '#workshop/doubles/bigcommerce/store-books.ts'
import { createBigCommerceApp } from './bigcommerce-app.server.ts'

const at = new Date('2026-03-01T12:00:00Z')
const appUrl = 'https://footfall.example'

async function start() {
  const double = await startBigCommerce(() => at, { appUrl: () => appUrl })
  onTestFinished(double.stop)
  const config = readConfig({
    APP_ENV: 'local',
    APP_KEY: Buffer.alloc(32, 7).toString('base64'),
    BIGCOMMERCE_CLIENT_ID: double.account.clientId,
    BIGCOMMERCE_CLIENT_SECRET: double.account.clientSecret,
    BIGCOMMERCE_APP_ID: double.account.appId,
    BIGCOMMERCE_DOUBLE_URL: double.url,
  })
  const { bigcommerce: account } = config
  if (!account) throw new Error('The keys weren’t read.')
  const providers = createProviders(config, () => at)
  const app = createBigCommerceApp({ account, appUrl, providers, now: () => at })
  const store = double.addStore('linen')
  const exchange = (query = double.install(store)) =>
    app.exchangeCode({
      code: query.get('code') ?? '',
      context: query.get('context') ?? '',
      scope: query.get('scope') ?? '',
    })
  return { double, app, store, exchange }
}

const place = 'storefront' as const

test('a code gives the token of its store, once', async () => {
  const { double, store, exchange } = await start()
  const query = double.install(store)

  const grant = await exchange(query)

  expect(grant).toEqual({
    tenantId: 'linen',
    accessToken: store.token,
    user: { id: String(store.owner.id), email: store.owner.email },
    owner: { id: String(store.owner.id), email: store.owner.email },
  })
  await expect(exchange(query)).rejects.toBeInstanceOf(CodeRefused)
})

test('a right to modify covers reading, and each missing right is named', async () => {
  const { double, store, exchange } = await start()
  const more = appScopes.replaceAll('_read_only', '')
  expect(await exchange(double.install(store, { scope: more }))).toMatchObject({
    tenantId: 'linen',
  })
  const less = 'store_v2_content_read_only store_v2_information'

  await expect(exchange(double.install(store, { scope: less }))).rejects.toMatchObject({
    scopes: [
      'store_v2_content',
      'store_v2_orders_read_only',
      'store_v2_products_read_only',
      'store_v2_customers_read_only',
    ],
  })
})

test.each([
  ['a token that ended', 401, ConnectionLost],
  ['a right that is missing', 403, ConnectionLost],
  ['a store in maintenance', 503, TryLater],
  ['a failure', 500, TryLater],
  ['a full window', 429, TryLater],
  ['data that it can’t read', 422, BadRecord],
  ['a limit of its plan', 507, TryLater],
] as const)('%s is answered by %i, and read as what it is', async (_name, status, failure) => {
  const { double, app, exchange } = await start()
  const access = await exchange()
  double.failNext({ status, json: { status, title: 'Refused', type: 'error' } })

  await expect(app.listScripts(access)).rejects.toBeInstanceOf(failure)
})

test('a store takes ten scripts of an app, and replaces one that is there', async () => {
  const { app, store, exchange } = await start()
  const access = await exchange()
  for (let number = 0; number < 10; number += 1) {
    await app.saveScript(access, { place, html: '<script src="a"></script>', id: null })
  }
  await expect(
    app.saveScript(access, { place, html: '<script src="b"></script>', id: null }),
  ).rejects.toBeInstanceOf(BadRecord)
  const [first] = await app.listScripts(access)

  await app.saveScript(access, { place, html: '<script src="b"></script>', id: first?.id ?? '' })

  expect(store.scripts.size).toBe(10)
  expect((await app.listScripts(access))[0]).toMatchObject({ html: '<script src="b"></script>' })
})

test('a script that was deleted meanwhile isn’t replaced', async () => {
  const { app, exchange } = await start()
  const access = await exchange()
  const id = '03805148-a592-4803-9482-e91fe5c1be12'

  await expect(
    app.saveScript(access, { place, html: '<script></script>', id }),
  ).rejects.toMatchObject({ reply: { status: 404 } })
})

test('the webhook of a store’s end is asked for once, and turned on again', async () => {
  const { app, store, exchange } = await start()
  const access = await exchange()
  await app.reportEnd(access)
  await app.reportEnd(access)
  expect(store.hooks.size).toBe(1)
  for (const hook of store.hooks.values()) hook.is_active = false

  await app.reportEnd(access)

  expect([...store.hooks.values()]).toMatchObject([
    { scope: 'store/app/uninstalled', destination: `${appUrl}/hooks/bigcommerce`, is_active: true },
  ])
})

test('a token of another store reads nothing', async () => {
  const { app, double, exchange } = await start()
  const { accessToken } = await exchange()
  double.addStore('wool')
  const tenantId = readTenantId('wool')
  if (!tenantId) throw new Error('This is no store.')

  await expect(app.readStore({ tenantId, accessToken })).rejects.toBeInstanceOf(ConnectionLost)
})
