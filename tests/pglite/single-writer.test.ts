import { spawn } from 'node:child_process'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startProductServer, type ProductServer } from '../support/product-server.ts'

async function startOnPglite(): Promise<ProductServer> {
  const product = await startProductServer({
    environment: { TEMPLATE_FILE: inject('pgliteTemplate') },
  })
  onTestFinished(() => product.remove())
  return product
}

/** Starts a second server on the same folder, on another port. */
async function startSecond({ dataDir }: ProductServer) {
  const port = await freePort()
  const child = spawn(process.execPath, ['build/server/index.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      APP_ENV: 'local',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: String(port),
    },
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, output: output }
}

test('a second server on the same folder is refused and names the process that uses it', async () => {
  const product = await startOnPglite()

  const second = await startSecond(product)

  expect(second.code).toBe(1)
  expect(second.output).toMatch(
    /is in use by process \d+ \(http:\/\/localhost:\d+\)\. Stop it, then try again\./,
  )
  expect((await fetch(`${product.baseUrl}/health/ready`)).status).toBe(200)
})

test('a holder that is stopped in its tracks keeps the folder', async () => {
  const product = await startOnPglite()
  product.signal('SIGSTOP')
  onTestFinished(() => {
    product.signal('SIGCONT')
  })

  const second = await startSecond(product)

  expect(second.code).toBe(1)
  expect(second.output).toContain('is in use')
})

test('the folder of a process that was killed is taken over, with everything in it', async () => {
  const product = await startOnPglite()
  const made = await product.cli(
    'create-account',
    ...['--email', 'owner@example.com', '--password', 'correct horse battery'],
    ...['--site-url', 'https://shop.example'],
  )
  await product.kill9()

  await product.restart()

  const token = String(made.token)
  const sites = await fetch(`${product.baseUrl}/api/v1/sites`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(await sites.json()).toMatchObject({ data: [{ url: 'https://shop.example' }] })
})
