import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { openDemoControlPanel } from './demo-bigcommerce.ts'

const local = { APP_ENV: 'local', APP_KEY: Buffer.alloc(32, 7).toString('base64') }

test('the demo makes the product an app in BigCommerce, with the same secret at each start', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'demo-panel-'))
  onTestFinished(() => {
    rmSync(dataDir, { recursive: true })
  })
  const config = { appUrl: 'http://localhost:3000', dataDir, port: 0 }
  const first = await openDemoControlPanel(config)
  await first?.stop()
  const second = await openDemoControlPanel(config)
  onTestFinished(async () => second?.stop())

  const { bigcommerce, frameAncestors } = readConfig({ ...local, ...second?.environment })

  expect(bigcommerce?.clientSecret).toBe(first?.environment['BIGCOMMERCE_CLIENT_SECRET'])
  expect(frameAncestors.bigcommerce).toEqual([second?.environment['BIGCOMMERCE_DOUBLE_URL']])
  const panel = await fetch(second?.panelUrl ?? '')
  expect(await panel.text()).toContain('Install the app')
  expect(await openDemoControlPanel({ ...config, bigcommerce })).toBeNull()
})

test('production takes no double of it', () => {
  expect(() =>
    readConfig({
      ...local,
      APP_ENV: 'production',
      BIGCOMMERCE_DOUBLE_URL: 'http://127.0.0.1:3002',
    }),
  ).toThrow('BIGCOMMERCE_DOUBLE_URL can’t be set in production')
})
