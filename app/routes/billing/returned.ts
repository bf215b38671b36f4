/**
 * Where a provider sends the owner's browser back to. The login's cookie is strict: no request that
 * another website began carries it. This page goes on to the screen automatically, and that request
 * is our own. It says and changes nothing, so it needs no guard.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { productName } from '#app/lib/product.ts'
import { returnPages, type ReturnPage } from './return-url.server.ts'

export { headers } from '#app/platforms/headers.ts'

const screens: Record<ReturnPage, string> = {
  success: '/billing/checkout/success',
  'add-ons': '/billing/checkout/add-ons/success',
  'visitor-boost': '/billing/checkout/visitor-boost/success',
  canceled: '/billing',
}

export function loader({ params }: LoaderFunctionArgs) {
  const page = returnPages.find((one) => one === params['page']) ?? 'canceled'
  const path = screens[page]
  const body = `<!doctype html><html lang="en"><title>${productName}</title><p><a href="${path}">Continue to ${productName}</a></p></html>`
  return new Response(body, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      Refresh: `0; url=${path}`,
    },
  })
}
