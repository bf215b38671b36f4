/** The product with two stores whose admin frames it. Loaded by start.js through Vite. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerBuild } from '@remix-run/node'
import { readConfig } from '#app/config.server.ts'
import { installTenant } from '#app/domain/shops/tenants/tenants.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import { platforms } from '#app/platforms/registry.server.ts'
import type { Middleware } from '#app/server/http.server.ts'
import { startProduct } from '#app/server/product.server.ts'
import { createMakers } from '../makers.ts'
import { tenantOf } from './framed-world.ts'
import { createFramedPlatform, openingQuery } from './framing-admin.ts'
import { joinTenant } from './join-tenant.ts'

export type FramedProduct = { adminUrl: string; stop: () => Promise<void> }

const platform = 'bigcommerce'

/** Paths of the admin, below which the rest is a path of the product. */
const stores = ['linen', 'wool']

export async function startFramedProduct({
  files,
  build,
}: {
  files: Middleware
  build: () => Promise<ServerBuild>
}): Promise<FramedProduct> {
  const owners = new Map<string, number>()
  const admin = createServer((request, response) => {
    const [, tenantId = '', path = ''] = /^\/(\w+)(\/.*)?$/.exec(request.url ?? '') ?? []
    const userId = owners.get(tenantId)
    if (userId === undefined) {
      response.writeHead(404).end()
      return
    }
    const query = openingQuery({ platform, tenantId, userId, at: new Date() })
    const address = `${config.appUrl}${path || '/'}?${query.replaceAll('&', '&amp;')}`
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><html lang="en"><title>Control panel of ${tenantId}</title>
      <h1>${tenantId}</h1><iframe title="App" width="1200" height="900" src="${address}"></iframe></html>`)
  })
  await new Promise<void>((resolve) => admin.listen(0, '127.0.0.1', resolve))
  // Another site than the product's, as far as browsers know.
  const adminUrl = `http://127.0.0.1:${String((admin.address() as AddressInfo).port)}`
  const config = readConfig({ ...process.env, BIGCOMMERCE_FRAME_ANCESTORS: adminUrl })
  const product = await startProduct({
    config,
    log: createLog(config.logLevel),
    build,
    before: files,
    platforms: [createFramedPlatform(platform, adminUrl), ...platforms],
  })
  const { services } = product
  const makers = createMakers(services)
  for (const tenantId of stores) {
    const site = await makers.site({ name: `Site of ${tenantId}` })
    const tenant = tenantOf(platform, tenantId)
    await installTenant(services, { ...tenant, accessToken: null })
    await joinTenant(services, site.team.scope, tenant)
    owners.set(tenantId, site.owner.id)
  }
  return {
    adminUrl,
    async stop() {
      admin.closeAllConnections()
      admin.close()
      await product.stop()
    },
  }
}
