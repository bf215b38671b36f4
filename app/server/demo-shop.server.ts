/** Passes requests for `/demo` on to the demo shop, a process outside of the product. */
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'

/** @param origin of the demo shop, which expects the same paths */
export function demoShopAt(origin: string): Hono {
  const app = new Hono()
  app.on(['GET', 'HEAD', 'POST'], '*', async (c) => {
    const { pathname, search } = new URL(c.req.url)
    const body = c.req.method === 'POST' ? await readBody(c.req.raw) : undefined
    if (body === null) return c.text('The body ended early.', 400)
    // Only what a shop needs: other headers could make a request that can't be sent.
    const headers: Record<string, string> = {}
    for (const name of ['cookie', 'content-type']) {
      const value = c.req.header(name)
      if (value !== undefined) headers[name] = value
    }
    headers['x-forwarded-host'] = c.req.header('host') ?? ''
    try {
      const init = { method: c.req.method, headers, redirect: 'manual' as const }
      return await proxy(origin + pathname + search, body ? { ...init, body } : init)
    } catch {
      return c.text('The demo shop isn’t running. Restart the product.', 503)
    }
  })
  app.all('*', (c) => c.text('Not allowed', 405, { Allow: 'GET, HEAD, POST' }))
  return app
}

/** Null when the sender went away. */
const readBody = (request: Request): Promise<ArrayBuffer | null> =>
  request.arrayBuffer().catch(() => null)
