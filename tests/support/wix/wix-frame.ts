/** The product in the dashboards of sites in Wix: requests as a frame's browser sends them. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { deliveries, wixInstances } from '#app/db/schema/index.ts'
import { deliveriesJob } from '#app/jobs/deliveries.server.ts'
import { wixScriptJob } from '#app/jobs/wix-deliveries.server.ts'
import { createWixWorld, type WixWorld } from './wix-world.ts'
import type { Answer } from '../framed/framed-story.ts'

const inFrame = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
  Accept: 'text/html',
  'Sec-Fetch-Dest': 'iframe',
}

export type WixFrame = WixWorld & {
  ask: (path: string, init?: RequestInit) => Promise<Answer>
  /** Opens the app's page with these parameters, and follows the first redirect. */
  enter: (query: string) => Promise<{ first: Answer; page: Answer }>
  /** Path and parameters of an address of the product. */
  pathOf: (address: URL | null) => string
  /** As Wix sends it, and processes it. */
  settle: () => Promise<void>
  /** The organization and the site of an instance. */
  linked: (instanceId: string) => Promise<typeof wixInstances.$inferSelect | undefined>
  waiting: () => Promise<{ topic: string; state: string }[]>
  /** Runs the jobs that are about scripts. */
  embed: (instanceId: string) => Promise<void>
}

export async function createWixFrame(environment: Record<string, string> = {}): Promise<WixFrame> {
  const world = await createWixWorld(environment)
  const { services, wix } = world
  await world.queue.start([], services)
  const { fetch, baseUrl } = await world.serve()
  const { db } = services
  wix.admin.appPage = `${baseUrl}/wix/auth/dashboard`
  wix.endpoints.add((init) => fetch('/hooks/wix', init))

  async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { ...inFrame, ...(init.headers as Record<string, string>) }
    const answer = await fetch(path, { ...init, headers })
    const location = answer.headers.get('Location')
    return {
      status: answer.status,
      headers: answer.headers,
      html: (await answer.text()).replaceAll('<!-- -->', ''),
      location: location === null ? null : new URL(location, baseUrl),
    }
  }
  const pathOf = (address: URL | null) => (address ? address.pathname + address.search : '')

  return {
    ...world,
    ask,
    pathOf,
    async enter(query) {
      const first = await ask(`/wix/auth/dashboard?${query}`)
      return { first, page: await ask(pathOf(first.location)) }
    },
    async settle() {
      await wix.settle()
      await deliveriesJob.run(services, {})
    },
    async linked(instanceId) {
      const [row] = await db.system
        .select()
        .from(wixInstances)
        .where(eq(wixInstances.instanceId, instanceId))
      return row
    },
    waiting: () =>
      db.system
        .select({ topic: deliveries.topic, state: deliveries.state })
        .from(deliveries)
        .where(eq(deliveries.state, 'waiting')),
    embed: (instanceId) => wixScriptJob.run(services, { instanceId }),
  }
}

/** A person of Wix, who manages the site. */
export const someone = () => ({ personId: randomUUID() })
