/** The demo: an organization with a shop that a newcomer can order from. Only with DEMO=1. */
import type { Hono } from 'hono'
import type { Services } from '#app/services.ts'
import { ensureDemo } from './ensure-demo.server.ts'
import type { DemoLogin } from './login-file.server.ts'
import { createStorefront } from './storefront.server.ts'

export type { DemoLogin }

export type Demo = {
  /** Mounted at /demo. */
  pages: Hono
  /** Makes what is missing, and returns how to log in. */
  ensure: () => Promise<DemoLogin>
}

/** @param baseUrl where the product reaches itself, known once it listens */
export const createDemo = (services: Services, baseUrl: () => string): Demo => ({
  pages: createStorefront(services, baseUrl),
  ensure: () => ensureDemo(services),
})
