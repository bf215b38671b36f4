import { expect, test } from 'vitest'
import { ConfigError } from '#app/lib/config-error.ts'
import { refuseSample } from '#app/server/start/refuse-sample.server.ts'
import { createSecurityWorld } from '#tests/support/two-factor.ts'
import { ensureSample } from '#workshop/sample/fill-sample.server.ts'

test('a production doesn’t start on a database that has a sample shop', async () => {
  const { services } = await createSecurityWorld()
  const production = { ...services, config: { ...services.config, isProduction: true } }
  await refuseSample(production)

  await ensureSample(services, { days: 1 })

  await expect(refuseSample(production)).rejects.toBeInstanceOf(ConfigError)
  await refuseSample(services)
})
