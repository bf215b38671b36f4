/** Runs the built demo, so run `npm run build` before. */
import { generateKeyPairSync } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder, removeFolder } from '#tests/support/folders.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startDemo } from './demo-process.js'

async function start(variables: Record<string, string> = {}) {
  const dataDir = makeFolder()
  let output = ''
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    APP_ENV: 'local',
    DATA_DIR: dataDir,
    DEMO: '',
    PORT: String(await freePort()),
    ...variables,
  }
  const demo = await startDemo(environment, {
    from: 'built',
    onOutput: (text) => (output += text),
  })
  onTestFinished(async () => {
    await demo?.stop()
    removeFolder(dataDir)
  })
  return { demo, output: () => output }
}

test.each<[string, Record<string, string>]>([
  ['in production', { APP_ENV: 'production' }],
  ['with no word about its use', { APP_ENV: '' }],
  ['without it', { DEMO: '0' }],
])('%s, the product gets no variables', async (_when, variables) => {
  expect((await start(variables)).demo?.environment).toEqual({})
})

test('the product gets the addresses of a shop and of stores, which end with the demo', async () => {
  const { demo } = await start()
  const environment: Record<string, string> = demo?.environment ?? {}
  const { DEMO_SHOP_URL = '', SHOPIFY_DOUBLE_URL = '', ...app } = environment

  expect(Object.keys(app).sort()).toEqual([
    'BIGCOMMERCE_APP_ID',
    'BIGCOMMERCE_CLIENT_ID',
    'BIGCOMMERCE_CLIENT_SECRET',
    'BIGCOMMERCE_DOUBLE_URL',
    'BIGCOMMERCE_FRAME_ANCESTORS',
    'SHOPIFY_API_KEY',
    'SHOPIFY_API_SECRET',
    'SHOPIFY_APP_HANDLE',
    'SHOPIFY_PRICING',
    'WIX_APP_ID',
    'WIX_APP_SECRET',
    'WIX_DOUBLE_URL',
    'WIX_FRAME_ANCESTORS',
    'WIX_PUBLIC_KEY',
  ])
  expect(await (await fetch(`${DEMO_SHOP_URL}/demo`)).text()).toContain('Stoneware mug')
  expect(await (await fetch(SHOPIFY_DOUBLE_URL)).text()).toContain('Demo admin')

  await demo?.stop()
  await expect(fetch(`${DEMO_SHOP_URL}/demo`)).rejects.toThrow('fetch failed')
})

test('next to apps of the real platforms there is a shop but no store', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { demo } = await start({
    SHOPIFY_API_KEY: '0123456789abcdef0123456789abcdef',
    SHOPIFY_API_SECRET: 'a secret of sixteen',
    BIGCOMMERCE_APP_ID: '31415',
    BIGCOMMERCE_CLIENT_ID: 'clientclientclientclient',
    BIGCOMMERCE_CLIENT_SECRET: 'secretsecretsecretsecret',
    WIX_APP_ID: '5c1d7a42-6f0e-4f6e-9f0b-2f6a8f6b8d11',
    WIX_APP_SECRET: 'a secret of sixteen',
    WIX_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  })

  expect(Object.keys(demo?.environment ?? {})).toEqual(['DEMO_SHOP_URL'])
})

test('wrong variables stop the start, by their names', async () => {
  const wrong = await start({ PORT: 'many' })

  expect(wrong.demo).toBeNull()
  expect(wrong.output()).toMatch(/^Configuration: PORT: /)
  expect((await start({ DEMO: 'yes' })).output()).toMatch(/^Configuration: DEMO: /)
})
