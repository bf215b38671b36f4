/** A world with a double of BigCommerce on the same clock, and requests as control panels and servers send them. */
import { onTestFinished } from 'vitest'
import { connectStore } from '#app/domain/shops/stores/connect-store.server.ts'
import { findStoreSite } from '#app/domain/shops/stores/store-site.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { BigCommerceApp } from '#app/domain/shops/stores/bigcommerce-app.ts'
import {
  startBigCommerce,
  type BigCommerceDouble,
  type Signing,
} from '#workshop/doubles/bigcommerce/bigcommerce-server.ts'
import type { PanelUser, StoreBooks } from '#workshop/doubles/bigcommerce/store-books.ts'
import type { Clock } from '../clock.ts'
import { tenantOf } from '../framed/framed-world.ts'
import { createWorld, type World } from '../world.ts'

export type Answer = { status: number; headers: Headers; html: string; location: URL | null }

export type BigCommerceWorld = World & {
  bigcommerce: BigCommerceDouble
  app: BigCommerceApp
  store: StoreBooks
  /** Names of the jobs that were sent so far. */
  sent: string[]
  /** As the browser asks in the control panel's frame. */
  ask: (path: string, init?: RequestInit) => Promise<Answer>
  /** Opens the auth callback of an install in the frame. */
  install: (store: StoreBooks, install?: { user?: PanelUser; scope?: string }) => Promise<Answer>
  /** Opens the load callback in the frame. */
  load: (store: StoreBooks, signing?: Signing) => Promise<Answer>
  /** Installs the app and runs the job that follows. */
  setUp: (store: StoreBooks) => Promise<Answer>
  /** The site of the store. */
  siteOfStore: () => Promise<{ scope: SiteScope; uuid: string }>
  /** Follows redirects within the product, as the frame does. */
  follow: (answer: Answer) => Promise<Answer>
}

const inFrame = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
  Accept: 'text/html',
  'Sec-Fetch-Dest': 'iframe',
}

/** Variables with which the product uses the double. */
const bigcommerceEnvironment = ({ url, account }: BigCommerceDouble) => ({
  BIGCOMMERCE_CLIENT_ID: account.clientId,
  BIGCOMMERCE_CLIENT_SECRET: account.clientSecret,
  BIGCOMMERCE_APP_ID: account.appId,
  BIGCOMMERCE_DOUBLE_URL: url,
})

/** @param environment variables in addition to BigCommerce’s */
export async function createBigCommerceWorld(
  environment: Record<string, string> = {},
): Promise<BigCommerceWorld> {
  const shared: { clock?: Clock; fetch?: (path: string, init?: RequestInit) => Promise<Response> } =
    {}
  const appUrl = 'http://footfall.test'
  const bigcommerce = await startBigCommerce(() => shared.clock?.now() ?? new Date(0), {
    appUrl: () => appUrl,
    ask(url, init) {
      if (!shared.fetch) throw new Error('The product isn’t served yet.')
      return shared.fetch(url.slice(appUrl.length), init)
    },
  })
  onTestFinished(bigcommerce.stop)
  const world = await createWorld({
    environment: { ...bigcommerceEnvironment(bigcommerce), ...environment },
  })
  const { services } = world
  // Deliveries are stored with a job. It and all others are run by the tests.
  await world.queue.start([], services)
  const sent: string[] = []
  services.jobs = {
    ...services.jobs,
    send({ name }) {
      sent.push(name)
      return Promise.resolve()
    },
  }
  const { fetch, baseUrl } = await world.serve()
  Object.assign(shared, { clock: world.clock, fetch })
  const app = services.bigcommerce
  if (!app) throw new Error('The product is no app in BigCommerce.')

  async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { ...inFrame, ...(init.headers as Record<string, string>) }
    const answer = await fetch(path, { ...init, headers })
    const location = answer.headers.get('Location')
    return {
      status: answer.status,
      headers: answer.headers,
      html: await answer.text(),
      location: location === null ? null : new URL(location, baseUrl),
    }
  }

  const install: BigCommerceWorld['install'] = (store, wanted) =>
    ask(`/bc/auth?${bigcommerce.install(store, wanted).toString()}`)

  return {
    ...world,
    bigcommerce,
    app,
    store: bigcommerce.addStore('linen'),
    sent,
    ask,
    install,
    load: (store, signing) =>
      ask(`/bc/load?signed_payload_jwt=${bigcommerce.sign(store, signing)}`),
    async setUp(store) {
      const answer = await install(store)
      await connectStore(services, { store: store.hash })
      return answer
    },
    async siteOfStore() {
      const { tenantId } = tenantOf('bigcommerce', 'linen')
      const scope = await findStoreSite(services.db.system, tenantId)
      if (!scope) throw new Error('The store has no site.')
      return { scope, uuid: scope.siteUuid }
    },
    async follow(answer) {
      if (answer.location === null) return answer
      return ask(answer.location.pathname + answer.location.search)
    },
  }
}
