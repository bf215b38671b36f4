/**
 * The product in the frame of an admin without a script of its own: a session of ours, which the admin
 * vouches for when it opens the frame. A system adds what only it knows: how its admin vouches, and where
 * the app is opened.
 */
import { redirect } from '@remix-run/node'
import type { Config } from '#app/config.server.ts'
import {
  findFrameAccount,
  openFrameSession,
  provenTenant,
  redeemTicket,
  renewPass,
  type FramePass,
  type FrameRefusal,
} from '#app/domain/shops/tenants/frame-sessions.server.ts'
import type { FramedPlatform, TenantId } from '#app/domain/shops/tenants/tenant-name.ts'
import { readBearer } from '#app/lib/web/bearer.ts'
import { frameParameters } from '#app/platforms/frame-parameters.ts'
import type { Answered, Frame, Platform } from '#app/platforms/platform.ts'
import type { Services } from '#app/services.ts'
import type { ClosedReason } from './closed-reasons.ts'
import { closedPath, passName, renewHeader } from './frame-paths.ts'
import {
  isFramedDocument,
  isFromFrame,
  isFromOurPage,
  readFrameRequest,
} from './frame-request.server.ts'
import { leavingPage } from './leaving-page.server.ts'

/** Facts that only the system knows. */
export type FramingAdmin = {
  name: FramedPlatform
  isAvailable: (config: Config) => boolean
  /** Paths that the admin opens in its frame and that have its parameters alone. Absent: none. */
  entries?: readonly string[]
  /** Parameters by which the admin vouches. They end with the document that has them. */
  proofs: readonly string[]
  /**
   * Called for documents whose address has one of those parameters. Null: they prove nothing. A response
   * goes out in place of the page.
   */
  vouch: (request: Request, services: Services) => Promise<Vouched | Response | null>
  /** Where the tenant's admin opens the app. */
  appUrl: (tenantId: TenantId, config: Config) => string
}

/** The tenant that the address proves, and its person, or why there is none. */
type Vouched = { tenantId: TenantId } & (
  | {
      userId: number
      /** See `openFrameSession`. */
      vouchedAt?: Date
      /** The page that opens, as a path of ours. Absent: the one that was asked for. */
      page?: string
    }
  | { refused: FrameRefusal }
)

export function defineFramedPlatform(admin: FramingAdmin): Platform & { frame: Frame } {
  const { name } = admin
  const read = (request: Pick<Request, 'url' | 'headers'>) => readFrameRequest(request, name)

  return {
    name,
    isAvailable: admin.isAvailable,
    claims: (request) =>
      isFromFrame(request, name) ||
      (readBearer(request) === null &&
        (admin.entries?.includes(new URL(request.url).pathname) ?? false)),

    async authenticate(request, services, visit = {}) {
      const { token, ticket, tenant } = read(request)
      if (token !== null) {
        const account = isFromOurPage(request)
          ? await findFrameAccount(services, { platform: name, text: token, tenantId: tenant })
          : null
        return account ?? refuseCall()
      }
      if (!isFramedDocument(request)) {
        return request.method === 'GET' && request.headers.get('sec-fetch-dest') === 'document'
          ? close('outside')
          : refuseCall()
      }
      if (ticket === null || tenant === null) return close('session')
      const asked = { platform: name, text: ticket, tenantId: tenant }
      const redeemed = await redeemTicket(services, asked)
      if (!redeemed) return close('session')
      visit.pass = redeemed.pass
      return redeemed.account
    },

    frameAncestors(request, services, { status }) {
      const { token, ticket, tenant: claimed } = read(request)
      const proven = provenTenant(services, { platform: name, token, ticket })
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const isRedirect = status >= 300 && status <= 399
      // Neither a redirect nor a page that is asked for without a pass shows anything of anyone.
      const isAboutNoOne = isRead && (isRedirect || (token === null && ticket === null))
      // An address of one tenant with the pass of another proves neither.
      const isMixed = proven !== null && claimed !== null && proven !== claimed
      const tenant = isMixed ? null : (proven ?? (isAboutNoOne ? claimed : null))
      const sources = services.config.frameAncestors[name]
      // The answer about a proof that names no tenant has to appear as well: in the admin of any.
      if (tenant === null && isAboutNoOne && !isMixed) return ofAnyTenant(sources)
      if (tenant === null) return "'none'"
      // A function, since text would have signs of its own.
      return sources.map((one) => one.replaceAll('{tenant}', () => tenant)).join(' ')
    },

    frame: frameOf(admin),
  }
}

/** A tenant's name that is the first label of a host, or a part of it, can be any. */
function ofAnyTenant(sources: readonly string[]): string {
  const hosts = sources.map((one) => one.replace(/\/\/[^./]*\{tenant\}[^./]*\./, '//*.'))
  return hosts.some((one) => one.includes('{tenant}')) ? "'none'" : hosts.join(' ')
}

/** From the address by which the admin vouches to the same one with a ticket, so the proof stays nowhere. */
async function open(
  { name, proofs, vouch }: FramingAdmin,
  request: Request,
  services: Services,
): Promise<Response> {
  const vouched = await vouch(request, services)
  if (!vouched) return close('session', { shell: name })
  if (vouched instanceof Response) return vouched
  const { tenantId } = vouched
  const opened =
    'refused' in vouched
      ? vouched
      : await openFrameSession(services, { platform: name, ...sessionPartsOf(vouched) })
  // The page appears in the frame of the tenant that it names.
  if ('refused' in opened) return close(opened.refused, { shell: name, tenant: tenantId })
  const page = 'refused' in vouched ? undefined : vouched.page
  const url = new URL(page ?? request.url, request.url)
  for (const proof of proofs) url.searchParams.delete(proof)
  keepPass(url, { name, tenant: tenantId, pass: opened.pass })
  return redirect(localPath(url))
}

const sessionPartsOf = ({ page: _page, ...parts }: Extract<Vouched, { userId: number }>) => parts

function keepPass(
  { searchParams }: URL,
  { name, tenant, pass }: { name: FramedPlatform; tenant: string; pass: FramePass },
): void {
  searchParams.set('shell', name)
  searchParams.set('tenant', tenant)
  searchParams.set('ticket', pass.ticket)
}

/** Two slashes would begin the name of another host. */
const localPath = ({ pathname, search, hash }: URL) => pathname.replace(/^\/+/, '/') + search + hash

/** @param vouched where the address that was asked for may not name the tenant */
const close = (
  reason: ClosedReason,
  vouched?: { shell: FramedPlatform; tenant?: string },
): Response => redirect(`${closedPath}?${new URLSearchParams({ reason, ...vouched }).toString()}`)

/** The page's script renews its pass once, and then shows the page in `goTo`. */
const refuseCall = (): Response =>
  Response.json(
    { message: 'Your session has ended.', goTo: `${closedPath}?reason=session` },
    { status: 401, headers: { [renewHeader]: 'renew' } },
  )

function frameOf(admin: FramingAdmin): Frame {
  const { name } = admin
  const kept = frameParameters[name]

  /** The next page needs what this one was opened with; the page about an end needs no ticket. */
  const withParameters = (target: URL, { request, visit }: Answered): string => {
    const given = new URL(request.url).searchParams
    const isEnd = target.pathname === closedPath
    for (const parameter of kept) {
      if (parameter === 'ticket' && isEnd) continue
      const value = given.get(parameter)
      if (value !== null && !target.searchParams.has(parameter)) {
        target.searchParams.set(parameter, value)
      }
    }
    if (visit.pass && !isEnd) target.searchParams.set('ticket', visit.pass.ticket)
    return localPath(target)
  }

  const leave: Frame['leave'] = (url, { request }) =>
    readFrameRequest(request, name).token === null
      ? leavingPage(url)
      : Response.json({ message: 'Open this from a screen of the app.', url }, { status: 409 })

  return {
    head: (_config, { pass }) => ({
      meta: pass ? [{ name: passName, content: JSON.stringify(pass) }] : [],
      scripts: [],
    }),
    scripts: () => [],
    connections: () => [],
    reportTo: () => null,
    nonce: () => null,
    respond: () => null,
    // Addresses have a ticket, which no server in between may read in another request's header.
    headers: () => ({ 'Referrer-Policy': 'no-referrer' }),
    finish(answer, about) {
      const location = answer.headers.get('Location')
      if (location === null || answer.status < 300 || answer.status > 399) return answer
      const target = new URL(location, about.request.url)
      const isInside = [about.config.appUrl, new URL(about.request.url).origin].includes(
        target.origin,
      )
      // An install can happen at the top, which a redirect leaves.
      const isAtTop = about.request.headers.get('sec-fetch-dest') === 'document'
      if (!isInside) return isAtTop ? answer : leave(target.href, about)
      const headers = new Headers(answer.headers)
      headers.set('Location', withParameters(target, about))
      return new Response(null, { status: answer.status, headers })
    },
    farewell: `${closedPath}?reason=deleted`,
    leave,
    session: {
      async enter(request, services) {
        if (!isFramedDocument(request)) return null
        const { pathname, searchParams } = new URL(request.url)
        const hasProof = admin.proofs.some((proof) => searchParams.has(proof))
        // Elsewhere, parameters of these names are a page’s.
        const isEntry = admin.entries?.includes(pathname) ?? true
        return isEntry && hasProof ? open(admin, request, services) : null
      },
      async renew(request, services, ticket) {
        const { token, tenant } = readFrameRequest(request, name)
        if (!isFromOurPage(request)) return null
        const asked = { platform: name, tenantId: tenant }
        const renewed = token === null ? null : await renewPass(services, { ...asked, text: token })
        if (renewed || ticket === null) return renewed
        const redeemed = await redeemTicket(services, { ...asked, text: ticket })
        return redeemed?.pass ?? null
      },
      admin(request, config) {
        const { tenant } = readFrameRequest(request, name)
        return tenant === null ? null : admin.appUrl(tenant, config)
      },
    },
  }
}
