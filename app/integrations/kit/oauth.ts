/**
 * The authorization code of OAuth 2.0 (RFC 6749), with PKCE (RFC 7636), as services really do it: some
 * name no token type, some answer errors with status 200, and each takes the app's secret elsewhere.
 */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { hourMillis, secondMillis } from '#app/lib/time.ts'
import {
  BadRecord,
  ConnectionLost,
  Intercepted,
  isFailedCall,
  TryLater,
} from '#app/lib/web/provider-errors.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'
import type { App, Caller, Grant, MadeToken, OAuth } from '../integration.ts'

/** A secret that proves that the code is redeemed by the client that asked for it. */
export const newVerifier = (): string => randomBytes(32).toString('base64url')

/** The hash of the verifier, which the service gets first. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

type Asking = {
  app: App
  /** Registered at the service, which redirects nowhere else. */
  redirectUrl: string
  state: string
  /** Null: the service knows no PKCE. */
  verifier: string | null
}

/** @returns the address of the service's page that asks the owner */
export function approvalAddress(
  { authorizeUrl, scopes, scopeSeparator = ' ' }: OAuth,
  { app, redirectUrl, state, verifier }: Asking,
  origin: Caller['origin'],
): string {
  const { origin: service, pathname, search } = new URL(authorizeUrl)
  const page = new URL(`${pathname}${search}`, origin(service))
  const parameters = {
    response_type: 'code',
    client_id: app.id,
    redirect_uri: redirectUrl,
    state,
    ...(scopes.length > 0 ? { scope: scopes.join(scopeSeparator) } : {}),
    ...(verifier === null
      ? {}
      : { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' }),
  }
  for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value)
  return page.href
}

/** The parts of a caller that requests to the token endpoint need. */
export type TokenCaller = Pick<Caller, 'http' | 'now' | 'origin' | 'app'>

type Code = { code: string; redirectUrl: string; verifier: string | null }

/** @throws ConnectionLost (the code, or what was approved, isn't enough), TryLater, BadRecord */
export async function exchangeCode(
  caller: TokenCaller,
  oauth: OAuth,
  { code, redirectUrl, verifier }: Code,
): Promise<Grant> {
  const grant = await requestGrant(caller, oauth, {
    grant_type: 'authorization_code',
    code,
    ...(oauth.clientAuth === 'secret' ? {} : { redirect_uri: redirectUrl }),
    ...(verifier === null ? {} : { code_verifier: verifier }),
  })
  const { scope } = grant.answer
  // A service that names none granted what was asked for.
  const granted = typeof scope === 'string' && scope !== '' ? scope.split(/[\s,]+/) : oauth.scopes
  if (oauth.scopes.every((one) => granted.includes(one))) return grant
  throw new ConnectionLost('The approval leaves out what is needed.')
}

/**
 * @returns a grant whose refresh token replaces the one that was used, unless it is null
 * @throws ConnectionLost (only its owner can mend it), TryLater, BadRecord
 */
export const refreshGrant = (
  caller: TokenCaller,
  oauth: OAuth,
  refreshToken: string,
): Promise<Grant> =>
  requestGrant(caller, oauth, { grant_type: 'refresh_token', refresh_token: refreshToken })

/** For `Caller.token` of a service whose tokens come from an approval alone. */
export const onlyByApproval = (): Promise<never> =>
  Promise.reject(new ConnectionLost('The owner has to approve the connection again.'))

const token = z.string().min(1).max(8_192)
const answerShape = z.looseObject({
  access_token: token,
  refresh_token: token.nullish(),
  /** In seconds. */
  expires_in: z.coerce.number().int().positive().max(1e10).nullish().catch(null),
})

async function requestGrant(
  caller: TokenCaller,
  oauth: OAuth,
  parameters: Record<string, string>,
): Promise<Grant> {
  const reply = await requestToken(caller, oauth, parameters)
  if (reply.find(errorShape)) throw refusalOf(reply, caller.now)
  const answer = reply.read(answerShape)
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer
  return {
    accessToken,
    refreshToken: refreshToken ?? null,
    expiresAt: seconds ? new Date(caller.now.getTime() + seconds * 1000) : null,
    answer,
  }
}

async function requestToken(
  { http, app, origin, now }: TokenCaller,
  { tokenUrl, clientAuth, tokenBody }: OAuth,
  parameters: Record<string, string>,
): Promise<ProviderReply> {
  if (!app) throw noApp(now)
  const { origin: service, pathname, search } = new URL(tokenUrl)
  const fields = {
    ...parameters,
    ...(clientAuth === 'body' || clientAuth === 'id' ? { client_id: app.id } : {}),
    ...(clientAuth === 'body' || clientAuth === 'secret' ? { client_secret: app.secret } : {}),
  }
  try {
    return await http.request({
      method: 'POST',
      url: `${origin(service)}${pathname}${search}`,
      headers: clientAuth === 'basic' ? { Authorization: basicOf(app) } : {},
      ...(tokenBody === 'json' ? { json: fields } : { form: fields }),
    })
  } catch (error) {
    throw outcomeOf(error, now)
  }
}

/** RFC 6749 2.3.1: both are encoded as in a form first. */
const basicOf = ({ id, secret }: App) =>
  `Basic ${Buffer.from([id, secret].map(encodeURIComponent).join(':')).toString('base64')}`

const errorShape = z.object({ error: z.union([z.string(), z.looseObject({})]) })
const refusing = new Set([400, 401, 403])

function outcomeOf(error: unknown, now: Date): unknown {
  // The address is the service's own: neither a page nor a redirect there is for the owner to mend.
  if (error instanceof Intercepted) {
    return new TryLater('Something else answers in place of the service’s tokens.', inAnHour(now))
  }
  if (!isFailedCall(error) || error instanceof TryLater) return error
  if (error.reply && refusing.has(error.reply.status)) return refusalOf(error.reply, now)
  if (error instanceof BadRecord) return error
  return new TryLater('The service’s address for tokens leads elsewhere.', inAnHour(now))
}

/** Errors that are about our app: approving again would change nothing. */
const ofApp: ReadonlySet<unknown> = new Set(['invalid_client', 'unauthorized_client'])

function refusalOf(reply: ProviderReply, now: Date): ConnectionLost | TryLater {
  if (ofApp.has(reply.find(errorShape)?.error)) {
    return new TryLater('The service refuses the app.', inAnHour(now), reply)
  }
  return new ConnectionLost('The service refuses the code or the refresh token.', reply)
}

/** Its operator can set it up again, and the connection goes on. */
export const noApp = (now: Date): TryLater =>
  new TryLater('This installation has no app at the service.', inAnHour(now))

const inAnHour = (now: Date) => new Date(now.getTime() + hourMillis)

const madeToken = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/** The token that a service made for client credentials (RFC 6749, 4.4). @throws BadRecord */
export function madeTokenOf(reply: ProviderReply, now: Date): MadeToken {
  const { access_token: token, expires_in: seconds } = reply.read(madeToken)
  return { token, expiresAt: new Date(now.getTime() + seconds * secondMillis) }
}
