/** A node that stops lets its proxy notice before it refuses anything. */
import { expect, inject, onTestFinished, test } from 'vitest'
import { copyPostgresTemplate } from '../../support/database.ts'
import { startProductServer } from '../../support/product-server.ts'

test('after the signal it says that it isn’t ready, and goes on answering new connections', async () => {
  const databaseUrl = inject('engine') === 'postgres' ? await copyPostgresTemplate() : undefined
  const product = await startProductServer({
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    environment: { DRAIN_SECONDS: '600' },
  })
  onTestFinished(() => product.remove())
  const statusOf = async (path: string) => (await fetch(`${product.baseUrl}${path}`)).status
  expect(await statusOf('/health/ready')).toBe(200)

  const ended = product.stop()
  await expect.poll(() => statusOf('/health/ready')).toBe(503)

  expect(await statusOf('/health/live')).toBe(200)
  expect(await statusOf('/auth/login')).toBe(200)
  expect(await statusOf('/api/pixel/00000000-0000-4000-8000-000000000000')).toBe(404)
  // A second one later than a second ends it: nothing is waited for.
  await expect
    .poll(() => {
      product.signal('SIGTERM')
      return Promise.race([ended, Promise.resolve('runs')])
    })
    .toBe(1)
})
