import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openDemoWix } from './demo-wix.ts'

const now = () => new Date('2026-03-02T09:00:00Z')

test('its dashboard frames the app, for a product that may be framed by it', async () => {
  const config = readConfig({ APP_ENV: 'local', PORT: String(await freePort()) })
  const wix = await openDemoWix(config, now)
  onTestFinished(() => wix?.stop())

  const page = await (await fetch(wix?.dashboardUrl ?? '')).text()
  expect(page).toContain(`src="${config.appUrl}/wix/auth/dashboard?instance=`)
  const product = readConfig({ APP_ENV: 'local', ...wix?.environment })
  expect(product.frameAncestors.wix).toEqual([new URL(wix?.dashboardUrl ?? '').origin])
  expect(await openDemoWix(product, now)).toBeNull()
  expect(() => readConfig({ APP_ENV: 'production', ...wix?.environment })).toThrow()
})
