/** From the frame of an admin to the screens of billing at the top, and back to the admin. */
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { notFound } from '#app/auth/guards.server.ts'
import { adminAddressOf } from '#app/domain/shops/tenants/admin-address.server.ts'
import { beginTopVisit, tenantOfTopVisit } from '#app/domain/shops/tenants/top-visits.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { safeRedirectPath } from '#app/lib/security/redirects.ts'
import {
  pathOfVisit,
  readTopVisit,
  readVisitName,
  topVisitCookie,
} from '#app/platforms/framed/top-visit.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const { platform, services } = context
  if (platform.frame) throw notFound(args)
  const { searchParams } = new URL(request.url)
  const tickets = searchParams.getAll('pass')
  if (tickets.length === 0) return leave(args)

  // Another page could send someone into a stranger's organization, to enter their card there.
  const isFromFrame = request.headers.get('sec-fetch-site') === 'same-origin'
  const [ticket = ''] = tickets
  const isOne = isFromFrame && tickets.length === 1
  const begun = isOne ? await beginTopVisit(services, ticket) : null
  if (begun === null) throw refused()
  const path = safeRedirectPath(searchParams.get('to'))
  const to = path === '/billing' || path.startsWith('/billing/') ? path : '/billing'
  const headers = { 'Set-Cookie': topVisitCookie.write(services.config, begun.visit) }
  return redirect(pathOfVisit(to, begun.tenantId), { headers })
}

function leave({ request, context: { services } }: LoaderFunctionArgs) {
  const { config } = services
  const visit = readTopVisit(config, request)
  const tenant = visit === null ? null : tenantOfTopVisit(services, visit)
  const named = readVisitName(request)
  if (tenant && named !== null && named !== tenant.tenantId) throw otherStore()
  const headers = { 'Set-Cookie': topVisitCookie.end(config) }
  return redirect((tenant && adminAddressOf(services, tenant)?.('/')) ?? '/', { headers })
}

const otherStore = () =>
  new Refusal(
    'conflict',
    'Billing of another store was opened in this browser since. Go on in your dashboard.',
  )

const refused = () =>
  new Refusal(
    'unauthenticated',
    'This link works once, right after you press it in your dashboard. Press it there again.',
  )
