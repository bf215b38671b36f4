/**
 * Where a provider sends the owner's browser back to. The login's cookie is strict: no request that
 * another website began carries it. This page goes on to the screen automatically, and that request
 * is our own. It says and changes nothing, so it needs no guard.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { numericId } from '#app/domain/teams/team.ts'
import { productName } from '#app/lib/product.ts'
import { pathInTeam } from '#app/lib/switch-path.ts'
import { returnedTeam, returnScreens } from '#app/presenters/billing/return-urls.server.ts'

export { headers } from '#app/platforms/headers.ts'

export function loader({ request, params: { page = '' } }: LoaderFunctionArgs) {
  const screen = isKnown(page) ? returnScreens[page] : returnScreens.canceled
  const team = numericId.safeParse(new URL(request.url).searchParams.get(returnedTeam))
  const path = team.success ? pathInTeam(team.data, screen) : screen
  const link = path.replaceAll('&', '&amp;')
  const body = `<!doctype html><html lang="en"><title>${productName}</title><p><a href="${link}">Continue to ${productName}</a></p></html>`
  return new Response(body, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      Refresh: `0; url=${path}`,
    },
  })
}

const isKnown = (page: string): page is keyof typeof returnScreens =>
  Object.hasOwn(returnScreens, page)
