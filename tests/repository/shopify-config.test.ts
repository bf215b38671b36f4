/** The files that Shopify's tools read say what the code does. */
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  apiVersion,
  appProxy,
  complianceTopics,
  optionalScopes,
  redirectPaths,
  scopes,
  shopifyPaths,
  webhookTopics,
} from '#app/clients/shopify/app-settings.ts'
import { pushWorkerPath } from '#app/server/edge/push-worker.server.ts'
import * as activate from '#app/clients/shopify/operations/activate.ts'

const read = (file: string) => parse(readFileSync(file, 'utf8'))
const handle = z.string().regex(/^[A-Za-z0-9-]{1,50}$/)
const https = z.url({ protocol: /^https$/ })

const appFile = z.strictObject({
  client_id: z.string(),
  name: z.string().min(1).max(30),
  handle: z.string().min(1).max(256),
  application_url: https,
  embedded: z.boolean(),
  extension_directories: z.array(z.string()),
  web_directories: z.array(z.string()),
  access_scopes: z.strictObject({
    scopes: z.string(),
    required_scopes: z.array(z.string()).optional(),
    optional_scopes: z.array(z.string()),
    use_legacy_install_flow: z.boolean(),
  }),
  access: z.strictObject({
    admin: z.strictObject({
      direct_api_mode: z.enum(['online', 'offline']),
      embedded_app_direct_api_access: z.boolean(),
    }),
  }),
  auth: z.strictObject({ redirect_urls: z.array(https).min(1) }),
  webhooks: z.strictObject({
    api_version: z.string().regex(/^\d{4}-(?:01|04|07|10)$/),
    subscriptions: z.array(
      z
        .strictObject({
          topics: z.array(z.string()).min(1).optional(),
          compliance_topics: z.array(z.enum(complianceTopics)).min(1).optional(),
          uri: z.string().startsWith('/'),
        })
        .refine(({ topics, compliance_topics: compliance }) => topics ?? compliance),
    ),
  }),
  app_proxy: z.strictObject({
    url: z.string().startsWith('/'),
    prefix: z.enum(['a', 'apps', 'community', 'tools']),
    // https://shopify.dev/docs/apps/build/cli-for-apps/app-configuration#app_proxy
    subpath: z.string().regex(/^(?!admin|services|password|login)[\w-]{1,30}$/),
  }),
  build: z.strictObject({
    automatically_update_urls_on_dev: z.boolean(),
    include_config_on_deploy: z.boolean(),
  }),
})

const app = appFile.parse(read('shopify.app.toml'))
const { origin } = new URL(app.application_url)

test('the app file grants what the code asks for', () => {
  expect(app.access_scopes.scopes.split(',')).toEqual(scopes)
  expect(app.access_scopes.optional_scopes).toEqual(optionalScopes)
  expect(app.access_scopes.use_legacy_install_flow).toBe(false)
  expect(app.embedded).toBe(true)
})

test('webhooks have the version, the topics and the address of the code', () => {
  const { api_version: version, subscriptions } = app.webhooks
  const topics = subscriptions.flatMap((one) => one.topics ?? [])
  const compliance = subscriptions.flatMap((one) => one.compliance_topics ?? [])

  expect(version).toBe(apiVersion)
  expect(topics.toSorted()).toEqual(Object.keys(webhookTopics).toSorted())
  expect(new Set(topics).size).toBe(topics.length)
  expect(compliance.toSorted()).toEqual(complianceTopics.toSorted())
  expect(new Set(subscriptions.map(({ uri }) => uri))).toEqual(new Set([shopifyPaths.webhooks]))
})

test('the proxy leads to the service worker, with the scope that it needs', () => {
  expect(app.app_proxy).toEqual(appProxy)
  expect(pushWorkerPath.test(`${appProxy.url}/worker.js`)).toBe(true)
  expect(scopes).toContain('write_app_proxy')
})

test('every topic is covered by a scope that the app has or asks for', () => {
  const known: readonly (string | null)[] = [null, ...scopes, ...optionalScopes]

  expect(Object.values(webhookTopics).filter((scope) => !known.includes(scope))).toEqual([])
})

test('a topic of an optional scope has its own subscription, so it can fail alone', () => {
  const optional: readonly (string | null)[] = optionalScopes
  const topics = Object.entries(webhookTopics).flatMap(([topic, scope]) =>
    optional.includes(scope) ? [topic] : [],
  )

  expect(topics.length).toBeGreaterThan(0)
  for (const topic of topics) {
    expect(app.webhooks.subscriptions).toContainEqual({
      topics: [topic],
      uri: shopifyPaths.webhooks,
    })
  }
})

test('Shopify opens addresses of the product', () => {
  const routes = readFileSync('app/routes.ts', 'utf8')
  const paths = [new URL(app.application_url), ...app.auth.redirect_urls.map((url) => new URL(url))]

  expect(new URL(app.application_url).pathname).toBe(shopifyPaths.entry)
  expect(app.auth.redirect_urls).toEqual(redirectPaths.map((path) => origin + path))
  for (const { pathname } of paths) expect(routes).toContain(`'${pathname.slice(1)}'`)
})

test('the web file starts the product, and names the same addresses', () => {
  const web = z
    .strictObject({
      roles: z.array(z.enum(['frontend', 'backend'])),
      auth_callback_path: z.array(z.string()),
      webhooks_path: z.string(),
      commands: z.strictObject({ dev: z.string(), build: z.string() }),
    })
    .parse(read('shopify.web.toml'))
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))

  expect(web.roles.toSorted()).toEqual(['backend', 'frontend'])
  expect(web.auth_callback_path).toEqual(redirectPaths)
  expect(web.webhooks_path).toBe(shopifyPaths.webhooks)
  for (const command of Object.values(web.commands)) {
    expect(scripts).toHaveProperty(command.replace('npm run ', ''))
  }
})

test('both extensions are found in their folder', () => {
  expect(app.extension_directories).toEqual(['extensions/*'])
  const theme = z
    .strictObject({
      extensions: z.tuple([
        z.strictObject({ type: z.literal('theme'), name: z.string().min(1), handle }),
      ]),
    })
    .parse(read('extensions/nudges-theme/shopify.extension.toml'))

  expect(theme.extensions[0].handle).toBe('nudges-theme')
})

test('the web pixel asks for no more than analytics, and has the settings that it is given', () => {
  const field = z.strictObject({
    name: z.string().min(1),
    description: z.string().min(1),
    type: z.literal('single_line_text_field'),
    validations: z.array(z.strictObject({ name: z.literal('min'), value: z.literal('1') })),
  })
  const pixel = z
    .strictObject({
      type: z.literal('web_pixel_extension'),
      name: z.string().min(1),
      handle,
      runtime_context: z.literal('strict'),
      customer_privacy: z.strictObject({
        analytics: z.boolean(),
        marketing: z.boolean(),
        preferences: z.boolean(),
        sale_of_data: z.enum(['enabled', 'disabled', 'ldu']),
      }),
      settings: z.strictObject({ type: z.literal('object'), fields: z.record(z.string(), field) }),
    })
    .parse(read('extensions/nudges-pixel/shopify.extension.toml'))
  const { webPixel } = activate.createWebPixelVariables({ uuid: 'u', host: 'h' }, 'k')

  expect(pixel.handle).toBe('nudges-pixel')
  expect(pixel.customer_privacy).toEqual({
    analytics: true,
    marketing: false,
    preferences: false,
    sale_of_data: 'disabled',
  })
  expect(Object.keys(JSON.parse(webPixel.settings) as object)).toEqual(
    Object.keys(pixel.settings.fields),
  )
  expect(existsSync('extensions/nudges-pixel/src/index.ts')).toBe(true)
})
