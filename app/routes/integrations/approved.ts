/**
 * Where a service sends its owner's browser back to. The login's cookie is strict: no request that
 * another website began carries it, and its redirects don't either. This page goes on to the screen
 * automatically, and that request is our own. It says and changes nothing, so it needs no guard.
 * People who came from a shop's admin go on there.
 */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { isUuid } from '#app/auth/guards.server.ts'
import { builtIntegration } from '#app/domain/connections/built-integrations.server.ts'
import { findShopOfConnection } from '#app/domain/shops/return-to-admin.server.ts'
import { readShopDomain } from '#app/domain/shops/shop-domain.ts'
import { adminAppUrl } from '#app/platforms/shopify/entry.server.ts'
import { productName } from '#app/lib/product.ts'

export { headers } from '#app/platforms/headers.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const { uuid = '' } = params
  const query = new URL(request.url).searchParams
  const name = query.get('of') ?? ''
  const isKnown = isUuid(uuid) && builtIntegration(name) !== null
  const refusal = query.get('success') === '0' ? '&success=0' : ''
  const setup = query.has('setup') ? '&setup=1' : ''
  const path = isKnown
    ? `/integrations/${name}?connecting=${uuid}${refusal}${setup}`
    : '/integrations'
  const shop = isKnown
    ? await findShopOfConnection(context.services, uuid, readShopDomain(query.get('admin')))
    : null
  if (shop !== null) return redirect(adminAppUrl(args, shop, path))
  const link = path.replaceAll('&', '&amp;')
  const page = `<!doctype html><html lang="en"><title>${productName}</title><p><a href="${link}">Continue to ${productName}</a></p></html>`
  return new Response(page, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      Refresh: `0; url=${path}`,
    },
  })
}
