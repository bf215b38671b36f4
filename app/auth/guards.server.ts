/**
 * Guards. Every loader and action calls one in its first line and passes the result to the domain
 * as proof.
 *
 * A page request that fails is redirected. A data request gets the corresponding status, with
 * `goTo` in the body for the error page to follow.
 */
import { redirect, type AppLoadContext } from '@remix-run/node'
import type { Params } from '@remix-run/react'
import type { Account } from '#app/domain/accounts/account.ts'
import { registrationPath } from '#app/domain/accounts/profile/attribution.ts'
import { endedSessionCookie, isBearerCall, readSessionToken } from './cookie.server.ts'
import { refuseImpersonatedWrite } from './impersonated-writes.server.ts'
import { findSite, listSites, type Site } from '#app/domain/sites/sites.server.ts'
import { provenSite } from '#app/domain/prove-scope.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { suspendedTeam, suspendedTokenOwner } from '#app/domain/teams/suspension.ts'
import { mayDo, type Right } from '#app/domain/teams/roles.ts'
import { listMemberships, type Membership } from '#app/domain/teams/teams.server.ts'
import { findBearer, type TokenBearer } from '#app/domain/tokens/tokens.server.ts'
import type { Ability } from '#app/domain/tokens/token.ts'
import { errorCatalog, pageNotFound, Refusal } from '#app/lib/errors.ts'
import { looksLikeApiToken } from '#app/lib/security/tokens.server.ts'
import { readBearer } from '#app/lib/web/bearer.ts'

export type GuardArgs = { request: Request; context: AppLoadContext }

/** Six loaders run for one page: the platform is asked once per HTTP request. */
const answers = new WeakMap<AppLoadContext, Promise<Account | Response | null>>()

const memberLists = new WeakMap<AppLoadContext, Promise<Membership[]>>()
const siteLists = new WeakMap<AppLoadContext, Promise<Site[]>>()

/**
 * Reads data that all loaders of a page need only once. An action reads it separately, although it shares its
 * context with the loaders that follow, because it may change the data.
 */
function oncePerPage<Value>(
  { request, context }: GuardArgs,
  known: WeakMap<AppLoadContext, Promise<Value>>,
  read: () => Promise<Value>,
): Promise<Value> {
  if (request.method !== 'GET') return read()
  const reading = known.get(context) ?? read()
  known.set(context, reading)
  return reading
}

/**
 * Who is signed in, or null. Every guard of people asks here, so no form can forget what staff who
 * impersonate someone may send.
 *
 * @throws Response that the platform sends in place of the page
 * @throws Refusal `forbidden` for a form that isn't in `impersonatedWrites`
 */
export async function currentAccount(args: GuardArgs): Promise<Account | null> {
  const { context } = args
  const known = answers.get(context)
  const asked = known ?? askPlatform(args)
  if (!known) answers.set(context, asked)
  const answer = await asked
  if (answer instanceof Response) throw copyOf(answer)
  if (answer?.impersonator && !isRead(args.request)) await refuseOnce(args)
  return answer
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

const writes = new WeakMap<AppLoadContext, Promise<void>>()

/** A second guard of an action asks after the body was read. */
function refuseOnce({ request, context }: GuardArgs): Promise<void> {
  const asked = writes.get(context) ?? refuseImpersonatedWrite(request)
  writes.set(context, asked)
  return asked
}

/**
 * For each loader that throws it, as each reads its body. A clone alone would not do: it is of Node's own
 * class, and the global one is that of the HTTP server.
 */
const copyOf = (answer: Response) => new Response(answer.clone().body, answer)

async function askPlatform({
  request,
  context: { platform, services, requestId, visit },
}: GuardArgs): Promise<Account | Response | null> {
  const account = await platform.authenticate(request, services, visit)
  if (account instanceof Response) return account
  if (account) visit.actor = { userId: account.id }
  // Log both people, so an action during impersonation can be traced to the staff member.
  if (account?.impersonator) {
    const { id: userId, impersonator } = account
    services.log.info({ requestId, userId, staffId: impersonator.id }, 'asked by staff')
  }
  return account
}

/**
 * `auth`: logged-in people only. Others go to the login page, which brings them back.
 *
 * @param back where to, when not to the requested URL
 */
export async function requireAccount(args: GuardArgs, back?: string): Promise<Account> {
  const account = await currentAccount(args)
  if (account) return account
  const address = new URL(args.request.url)
  const path = back ?? address.pathname + address.search
  const wanted = path === '/' ? '' : `?to=${encodeURIComponent(path)}`
  throw turnAway(args, {
    status: 401,
    goTo: isAffiliateLink(address) ? registrationPath(address) : `/auth/login${wanted}`,
    message: errorCatalog.pleaseLogIn,
  })
}

/** The link in an affiliate's nudges. People who follow it have no account yet. */
const isAffiliateLink = ({ pathname, searchParams }: URL) =>
  pathname === '/' && searchParams.has('affiliate')

/** `guest`: people who aren't logged in. Others go home. */
export async function requireGuest(args: GuardArgs): Promise<void> {
  if (await currentAccount(args)) {
    throw turnAway(args, { status: 409, goTo: '/', message: 'You’re already logged in.' })
  }
}

export type TeamContext = { account: Account; memberships: Membership[]; team: Membership | null }

/** Logged-in people. The team is the current one, otherwise the oldest, or null. */
export async function requireTeamContext(args: GuardArgs): Promise<TeamContext> {
  const account = await requireAccount(args)
  const memberships = await oncePerPage(args, memberLists, () =>
    listMemberships(args.context.services, account.id),
  )
  const current = memberships.find(({ scope }) => scope.teamId === account.currentTeamId)
  return { account, memberships, team: current ?? memberships[0] ?? null }
}

/** Logged-in people with a team: the current one, otherwise the oldest. Others go through onboarding. */
export async function requireTeam(
  args: GuardArgs,
): Promise<{ account: Account; team: Membership; memberships: Membership[] }> {
  const { account, team, memberships } = await requireTeamContext(args)
  if (team) return { account, team, memberships }
  throw turnAway(args, { status: 409, goTo: pathWithoutSite(null), message: 'Add a site first.' })
}

/**
 * The same for API calls, which respond with a status instead of a redirect, to the session of the
 * cookie or of a Bearer token. Refuses REST API tokens: they act for an organization, not for a person.
 *
 * @throws Refusal `unauthenticated`, `forbidden`
 */
export async function requireSession(args: GuardArgs): Promise<TeamContext> {
  refuseApiToken(args)
  if (!(await currentAccount(args))) {
    const endedCookie = endedCookieOf(args)
    throw new Refusal('unauthenticated', errorCatalog.pleaseLogIn, { endedCookie })
  }
  return requireTeamContext(args)
}

/** @throws Refusal `forbidden` */
export function refuseApiToken({ request }: Pick<GuardArgs, 'request'>): void {
  if (!looksLikeApiToken(readBearer(request) ?? '')) return
  throw new Refusal('forbidden', 'API tokens only work for URLs under /api/v1.')
}

export type SiteContext = {
  account: Account
  team: Membership
  sites: Site[]
  site: Site
  scope: SiteScope
}

/** Logged-in people. The site is the current one, otherwise the oldest, or null. */
export async function requireAccountContext(
  args: GuardArgs,
): Promise<TeamContext & { siteContext: SiteContext | null }> {
  const teamContext = await requireTeamContext(args)
  const { account, team } = teamContext
  const sites = team
    ? await oncePerPage(args, siteLists, () => listSites(args.context.services, team.scope))
    : []
  const site = sites.find(({ id }) => id === account.currentSiteId) ?? sites[0]
  if (!team || !site) return { ...teamContext, siteContext: null }
  const scope = provenSite(team.scope, site)
  return { ...teamContext, siteContext: { account, team, sites, site, scope } }
}

/**
 * `verify-team-has-sites`: a team without a site goes through onboarding first. People who can't
 * add sites see their organizations, which show whom to ask.
 */
export async function requireSite(args: GuardArgs): Promise<SiteContext> {
  const { siteContext, team } = await requireAccountContext(args)
  if (siteContext) return siteContext
  throw turnAway(args, { status: 409, goTo: pathWithoutSite(team), message: 'Add a site first.' })
}

/** Where people without a site go. */
export const pathWithoutSite = (team: Membership | null): string =>
  !team || mayDo(team.role, 'sites:manage') ? '/onboarding' : '/settings/teams'

/**
 * A team named in the URL by number. Another user's team looks exactly like a missing one.
 *
 * @throws Refusal `not_found`
 */
export async function requireNamedTeam(
  args: GuardArgs,
  id: string | undefined,
): Promise<{ account: Account; team: Membership }> {
  const { account, memberships } = await requireTeamContext(args)
  const team = memberships.find(({ scope }) => String(scope.teamId) === id)
  if (team) return { account, team }
  throw notFound(args)
}

/**
 * Checks the matrix in domain/teams/roles.ts. Every action calls it after the guard that found the
 * team.
 *
 * @throws Refusal `forbidden`
 */
export function requireRight({ role }: Pick<Membership, 'role'>, right: Right): void {
  if (mayDo(role, right)) return
  throw new Refusal('forbidden', 'Your role doesn’t allow this. Ask the owner or an admin.')
}

/**
 * `verified`: people who have confirmed their email address. Called in the second line of actions by
 * which an address that isn't the person's would harm others.
 *
 * @throws Refusal `forbidden`
 */
export function requireVerified({ isVerified }: Pick<Account, 'isVerified'>): void {
  if (isVerified) return
  throw new Refusal('forbidden', 'Confirm your email address first. We sent you a link.')
}

/**
 * For pages that staff who impersonate someone can't even open. Every guard refuses their forms
 * (`impersonatedWrites`).
 *
 * @throws Refusal `forbidden`
 */
export function refuseWhileImpersonating({ impersonator }: Pick<Account, 'impersonator'>): void {
  if (!impersonator) return
  throw new Refusal(
    'forbidden',
    'You can’t do this while impersonating a user. Stop impersonating first.',
  )
}

/**
 * A site named in the URL by uuid. Another team's site looks exactly like a missing one.
 *
 * @throws Refusal `not_found`
 */
export async function requireNamedSite(
  args: GuardArgs,
  team: TeamScope,
  uuid: string,
): Promise<{ scope: SiteScope; site: Site }> {
  const found = isUuid(uuid) ? await findSite(args.context.services, team, uuid) : null
  if (found) return found
  throw notFound(args)
}

/**
 * The bearer of an API token with the given ability. Reads the Authorization header only.
 *
 * @throws Refusal `unauthenticated` or `forbidden`
 */
export async function requireToken(
  { request, context }: GuardArgs,
  ability: Ability | null,
): Promise<TokenBearer> {
  const token = readBearer(request)
  const bearer = token ? await findBearer(context.services, token) : null
  if (!bearer) throw new Refusal('unauthenticated', 'Send a valid API token as a Bearer token.')
  context.visit.actor = { tokenId: bearer.tokenId }
  if (bearer.suspended === 'team') throw suspendedTeam()
  if (bearer.suspended === 'user') throw suspendedTokenOwner()
  if (ability && !bearer.abilities.includes(ability)) {
    throw new Refusal('forbidden', `This token doesn’t have the ability ${ability}.`)
  }
  return bearer
}

type TokenVisit = { bearer: TokenBearer; site: Site; scope: SiteScope }

/**
 * The site in an API URL, for the bearer of a token. Another team's site, and one that the token
 * isn't valid for, look exactly like a missing one.
 *
 * @throws Refusal `unauthenticated`, `forbidden` or `not_found`
 */
export async function requireTokenSite(
  args: GuardArgs & { params: Params },
  ability: Ability,
): Promise<TokenVisit> {
  const bearer = await requireToken(args, ability)
  const uuid = args.params.uuid ?? ''
  const found = isUuid(uuid) ? await findSite(args.context.services, bearer.scope, uuid) : null
  const isValid = found && (bearer.siteId === null || bearer.siteId === found.site.id)
  if (isValid) return { bearer, ...found }
  throw new Refusal('not_found', 'Site not found for this token.')
}

/**
 * A uuid in the URL.
 *
 * @throws Refusal `not_found` for anything else
 */
export function uuidParam(args: GuardArgs & { params: Params }, name: string): string {
  const value = args.params[name] ?? ''
  if (isUuid(value)) return value
  throw notFound(args)
}

/** PostgreSQL raises a type error for anything else. */
export const isUuid = (text: string) =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

/** An unknown page, also for those to whom an existing one is none. */
export const notFound = ({ request }: GuardArgs) => pageNotFound(request)

type Redirection = { status: 401 | 409; goTo: string; message: string }

function turnAway(args: GuardArgs, { status, goTo, message }: Redirection): Response {
  const endedCookie = status === 401 ? endedCookieOf(args) : undefined
  const headers = new Headers(endedCookie === undefined ? {} : { 'Set-Cookie': endedCookie })
  if (!args.context.isDataRequest) return redirect(goTo, { headers })
  return Response.json({ message, goTo }, { status, headers })
}

/** Removes the cookie of a session that is over. Undefined when the request relied on none. */
const endedCookieOf = ({ request, context }: GuardArgs): string | undefined =>
  isBearerCall(request) || readSessionToken(context.services.config, request) === null
    ? undefined
    : endedSessionCookie(context.services.config)
