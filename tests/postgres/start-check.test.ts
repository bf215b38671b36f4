/** A start asks for a look at Stripe's webhook settings. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { startProduct } from '#app/server/product.server.ts'
import { readKioskEndpoint } from '#app/presenters/kiosk/card-endpoint.server.ts'
import { createCardWorld } from '../support/billing/card-world.ts'
import { copyPostgresTemplate } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { routeBuild } from '../support/route-build.ts'

test('after a start the webhook’s settings are checked', async () => {
  const { services, stripe } = await createCardWorld()
  const config = {
    ...services.config,
    databaseUrl: await copyPostgresTemplate(),
    host: '127.0.0.1',
    port: await freePort(),
  }
  const { id } = stripe.addEndpoint({ url: `${config.appUrl}/hooks/stripe`, events: [] })

  const product = await startProduct({ config, log: services.log, build: routeBuild })
  onTestFinished(product.stop)
  await vi.waitFor(async () => {
    expect((await readKioskEndpoint(product.services))?.check).toMatchObject({
      issues: [{ kind: 'events', endpoints: [id] }],
    })
  }, 20_000)
})
