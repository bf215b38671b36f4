/**
 * The part of a service that asks its owner and makes tokens, by OAuth 2.0: a page with two buttons, codes
 * that work once, PKCE, access tokens that end, and refresh tokens that are replaced each time.
 */
import { createHash } from 'node:crypto'
import type { DoubleReply, SeenRequest } from './shop-double.ts'

type Code = { redirectUrl: string; challenge: string | null; at: number }

export type OAuthDesk = {
  /** Undefined: the path is another one's. */
  answer: (request: SeenRequest) => DoubleReply | undefined
  /** Whether an access token works now. */
  isValid: (token: string | undefined) => boolean
  /** A token without an approval. Default: it works as long as any. */
  issue: (seconds?: number) => string
  /** As the owner does in the service's settings: what was approved ends. */
  withdraw: () => void
  /** Redirect addresses that the app registered. Empty: any. */
  registered: Set<string>
  /** Pairs of tokens that were made. */
  count: { codes: number; refreshes: number }
}

type Parts = {
  now: () => Date
  app: { id: string; secret: string }
  paths: { authorize: string; token: string }
  usesPkce: boolean
  /** Whether the token endpoint wants the app's secret in the body. */
  wantsSecret: boolean
  /** How long an access token works. Null: it doesn't end, and there is no refresh token. */
  lifetimeSeconds: number | null
  /** Additional fields in the response with tokens. */
  extras?: () => Record<string, unknown>
}

/** RFC 6749 suggests ten minutes at most. */
const codeMillis = 60_000

export function createOAuthDesk(parts: Parts): OAuthDesk {
  const { now, app, paths, usesPkce, wantsSecret, lifetimeSeconds, extras = () => ({}) } = parts
  const codes = new Map<string, Code>()
  const tokens = new Map<string, number>()
  const refreshTokens = new Set<string>()
  const registered: OAuthDesk['registered'] = new Set()
  const count = { codes: 0, refreshes: 0 }
  let lastId = 0
  const nextId = (kind: string) => `${kind}-${String((lastId += 1)).padStart(6, '0')}`
  const millis = () => now().getTime()
  const refused = (error: string, status = 400): DoubleReply => ({ status, json: { error } })

  function issue(seconds = lifetimeSeconds ?? Infinity): string {
    const token = nextId('access')
    tokens.set(token, millis() + seconds * 1000)
    return token
  }

  function grant(): DoubleReply {
    const access = { access_token: issue(), token_type: 'Bearer', ...extras() }
    if (lifetimeSeconds === null) return { json: access }
    const refresh = nextId('refresh')
    refreshTokens.add(refresh)
    return { json: { ...access, expires_in: lifetimeSeconds, refresh_token: refresh } }
  }

  function ask({ method, query, body }: SeenRequest): DoubleReply {
    const redirectUrl = query.get('redirect_uri') ?? ''
    const challenge = query.get('code_challenge')
    const isKnown =
      query.get('client_id') === app.id &&
      query.get('response_type') === 'code' &&
      (registered.size === 0 || registered.has(redirectUrl))
    const hasPkce = challenge !== null && query.get('code_challenge_method') === 'S256'
    if (!isKnown || (usesPkce && !hasPkce)) {
      return { status: 400, text: 'The application asked for something that isn’t registered.' }
    }
    if (method === 'GET') return { text: approvalPage, type: 'text/html; charset=utf-8' }
    const back = new URL(redirectUrl)
    back.searchParams.set('state', query.get('state') ?? '')
    if (new URLSearchParams(body).get('choice') === 'deny') {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'The user denied the request.')
    } else {
      const code = nextId('code')
      codes.set(code, { redirectUrl, challenge, at: millis() })
      back.searchParams.set('code', code)
    }
    return { status: 302, headers: { Location: back.href } }
  }

  function exchange(form: URLSearchParams): DoubleReply {
    const code = form.get('code') ?? ''
    const asked = codes.get(code)
    codes.delete(code)
    const verifier = createHash('sha256').update(form.get('code_verifier') ?? '')
    const isRight =
      asked !== undefined &&
      asked.redirectUrl === form.get('redirect_uri') &&
      asked.at + codeMillis > millis() &&
      (!usesPkce || verifier.digest('base64url') === asked.challenge)
    if (!isRight) return refused('invalid_grant')
    count.codes += 1
    return grant()
  }

  function refresh(form: URLSearchParams): DoubleReply {
    if (!refreshTokens.delete(form.get('refresh_token') ?? '')) return refused('invalid_grant')
    count.refreshes += 1
    return grant()
  }

  function makeTokens({ body }: SeenRequest): DoubleReply {
    const form = new URLSearchParams(body)
    const isOurs =
      form.get('client_id') === app.id &&
      (wantsSecret ? form.get('client_secret') === app.secret : !form.has('client_secret'))
    if (!isOurs) return refused('invalid_client', 401)
    if (form.get('grant_type') === 'authorization_code') return exchange(form)
    return form.get('grant_type') === 'refresh_token'
      ? refresh(form)
      : refused('unsupported_grant_type')
  }

  return {
    answer(request) {
      if (request.path === paths.authorize) return ask(request)
      return request.path === paths.token && request.method === 'POST'
        ? makeTokens(request)
        : undefined
    },
    isValid: (token) => (tokens.get(token ?? '') ?? 0) > millis(),
    issue,
    withdraw() {
      tokens.clear()
      refreshTokens.clear()
    },
    registered,
    count,
  }
}

const approvalPage = `<!doctype html><html lang="en"><title>Approve</title>
<h1>Footfall would like to read your shop</h1>
<form method="post"><button name="choice" value="allow">Grant access</button>
<button name="choice" value="deny">Cancel</button></form></html>`
