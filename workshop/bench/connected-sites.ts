/** Sites that are connected with a WordPress shop, and the orders of such a shop. */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connections, sites } from '#app/db/schema/index.ts'
import {
  hookHashOf,
  newCredentials,
  sealCredentials,
  type Credentials,
} from '#app/domain/connections/credentials.server.ts'
import type { Services } from '#app/services.ts'
import { requestText } from './requests.ts'

/** Settings of a shop that never answers. */
export const keySettings = {
  store: 'https://shop.example',
  consumerKey: 'ck_',
  consumerSecret: 'cs_',
}

type Wanted = { settings: Record<string, unknown>; pullDueAt: Date | null; count: number }

/** Connections of the sites in turn, as they are after connecting. */
export async function addConnections(
  { db, security, now }: Services,
  { settings, pullDueAt, count }: Wanted,
): Promise<Credentials[]> {
  const known = await db.system.select({ id: sites.id, teamId: sites.teamId }).from(sites)
  const made = Array.from({ length: count }, (_one, nth) => {
    const site = known[nth % known.length]
    if (!site) throw new Error('There is no site.')
    const [uuid, credentials] = [randomUUID(), newCredentials(settings)]
    const row = {
      uuid,
      teamId: site.teamId,
      siteId: site.id,
      integration: 'wordpress' as const,
      account: uuid,
      credentials: sealCredentials(security.secrets, uuid, credentials),
      hookHash: hookHashOf(credentials.hookToken),
      pullDueAt,
      createdAt: now(),
    }
    return { row, credentials }
  })
  for (let start = 0; start < made.length; start += 500) {
    await db.system.insert(connections).values(made.slice(start, start + 500).map(({ row }) => row))
  }
  return made.map(({ credentials }) => credentials)
}

const gmt = (at: Date) => at.toISOString().slice(0, 19)

/** Paid at that moment. */
export const orderOf = (id: number, at: Date) => ({
  id: 1_000_000 + id,
  status: 'processing',
  currency: 'EUR',
  total: '24.50',
  date_created_gmt: gmt(at),
  date_modified_gmt: gmt(at),
  date_paid_gmt: gmt(at),
  billing: {
    first_name: 'Emma',
    city: 'Utrecht',
    country: 'NL',
    email: `shopper${String(id)}@shop.example`,
  },
  line_items: [{ name: 'Oak tray', product_id: 12, quantity: 1, price: 24.5 }],
})

export type BenchOrder = ReturnType<typeof orderOf>

/** A webhook of the connection's shop, as a complete request. */
export function orderDelivery(
  { hookToken, hookSecret }: Credentials,
  topic: 'order.created' | 'order.updated',
  order: BenchOrder,
): string {
  const body = JSON.stringify(order)
  return requestText(
    `POST /hooks/wordpress/${hookToken}`,
    {
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
      'X-WC-Webhook-Topic': topic,
      'X-WC-Webhook-Signature': createHmac('sha256', hookSecret).update(body).digest('base64'),
    },
    body,
  )
}

type OrderList = { count: number; orderAt: (nth: number) => BenchOrder }

/** A shop that lists its orders as they are now, as many a page as it is asked for. */
export async function startOrderList({
  count,
  orderAt,
}: OrderList): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://store')
    const size = Number(query.get('per_page') ?? 100)
    const first = (Number(query.get('page') ?? 1) - 1) * size
    const isOrders = pathname.endsWith('/orders')
    const rows = isOrders
      ? Array.from({ length: Math.max(0, Math.min(size, count - first)) }, (_one, nth) =>
          orderAt(first + nth),
        )
      : []
    response.setHeader('X-WP-TotalPages', isOrders ? String(Math.ceil(count / size)) : '1')
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(rows))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
