/** A store whose admin frames the product, and requests as the frame's browser sends them. */
import type { FramedPlatform } from '#app/domain/shops/tenants/tenant-name.ts'
import { platforms } from '#app/platforms/registry.server.ts'
import type { TestUser } from '../makers.ts'
import { createWorld, type World } from '../world.ts'
import { createFramedPlatform, openingQuery } from './framing-admin.ts'
import { addStore, type Store } from './framed-world.ts'

const among = [createFramedPlatform('wix'), createFramedPlatform('bigcommerce'), ...platforms]

const inFrame = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
  Accept: 'text/html',
  'Sec-Fetch-Dest': 'iframe',
}

export type Story = {
  world: World
  store: Store
  person: TestUser
  ask: (path: string, init?: RequestInit) => Promise<Answer>
}
export type Answer = { status: number; headers: Headers; html: string; location: URL | null }

export async function createStory(platform: FramedPlatform = 'bigcommerce'): Promise<Story> {
  const world = await createWorld()
  // These tests aren’t about emails.
  world.services.jobs = { ...world.services.jobs, send: () => Promise.resolve() }
  const store = await addStore(world, { platform, tenantId: 'linen' })
  const { fetch, baseUrl } = await world.serve({ platforms: among })
  return {
    world,
    store,
    person: store.site.owner,
    async ask(path, init = {}) {
      const headers = { ...inFrame, ...(init.headers as Record<string, string>) }
      const answer = await fetch(path, { ...init, headers })
      const location = answer.headers.get('Location')
      return {
        status: answer.status,
        headers: answer.headers,
        html: await answer.text(),
        location: location === null ? null : new URL(location, baseUrl),
      }
    },
  }
}

export const addressOf = (path: string, { platform, tenantId }: Store, ticket: string) =>
  `${path}?${new URLSearchParams({ shell: platform, tenant: tenantId, ticket }).toString()}`

/** The pass that a document has for its page. */
export function passIn({ html }: Pick<Answer, 'html'>): {
  token: string
  ticket: string
  seconds: number
} {
  const content = /<meta name="frame-pass" content="([^"]*)"/.exec(html)?.[1] ?? 'null'
  return JSON.parse(content.replaceAll('&quot;', '"')) as ReturnType<typeof passIn>
}

export const ancestorsOf = ({ headers }: Answer) =>
  /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]

export const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

export const opening = ({ world, store, person }: Story, path = '/account/general') =>
  `${path}?${openingQuery({ ...store, userId: person.id, at: world.clock.now() })}`
