/** The demo: an organization with a shop where new users can place orders. Only with DEMO=1. */
import type { Hono } from 'hono'
import type { Services } from '#app/services.ts'
import { ensureDemo } from './ensure-demo.server.ts'
import type { DemoLogin } from './login-file.server.ts'
import { createStorefront } from './storefront.server.ts'

export type { DemoLogin }

export type Demo = {
  /** Mounted at /demo. */
  pages: Hono
  /** Creates what is missing, and returns the login. */
  ensure: () => Promise<DemoLogin>
}

/** @param baseUrl where the product reaches itself, known once it listens */
export const createDemo = (services: Services, baseUrl: () => string): Demo => ({
  pages: createStorefront(services, baseUrl),
  ensure: () => ensureDemo(services),
})
