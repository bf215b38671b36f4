/**
 * The part of a service that asks its owner and makes tokens, by OAuth 2.0: a page with two buttons, codes
 * that work once, PKCE, access tokens that end, and refresh tokens.
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
  /** Access tokens end before their time, and can be renewed. */
  endTokens: () => void
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
  /** How the app names itself where tokens are made: its ID, its secret, or both, in the body. */
  namedBy: 'id' | 'secret' | 'both'
  /** How long an access token works. Null: it doesn't end. */
  lifetimeSeconds: number | null
  /** A refresh token works once, and the answer has another one. Otherwise it lasts, and comes with a code alone. */
  replacesRefreshTokens?: boolean
  /** Parameters that come back with a code, besides it and the state. */
  back?: Readonly<Record<string, string>>
  /** The response with tokens. Default: that of RFC 6749. */
  present?: (made: MadeTokens) => Record<string, unknown>
}

type MadeTokens = {
  access: string
  /** Null: this answer has none. */
  refresh: string | null
}

/** RFC 6749 suggests ten minutes at most. */
const codeMillis = 60_000

export function createOAuthDesk(parts: Parts): OAuthDesk {
  const { now, app, paths, usesPkce, namedBy, lifetimeSeconds } = parts
  const { replacesRefreshTokens = true, back: returned = {}, present = byStandard } = parts
  const codes = new Map<string, Code>()
  const tokens = new Map<string, number>()
  const refreshTokens = new Set<string>()
  const registered: OAuthDesk['registered'] = new Set()
  const count = { codes: 0, refreshes: 0 }
  let lastId = 0
  const nextId = (kind: string) => `${kind}-${String((lastId += 1)).padStart(6, '0')}`
  const millis = () => now().getTime()
  const refused = (error: string, status = 400): DoubleReply => ({
    status,
    json: { error, error_description: 'Refused.' },
  })

  function issue(seconds = lifetimeSeconds ?? Infinity): string {
    const token = nextId('access')
    tokens.set(token, millis() + seconds * 1000)
    return token
  }

  function grant(hasRefresh: boolean): DoubleReply {
    const refresh = hasRefresh ? nextId('refresh') : null
    if (refresh !== null) refreshTokens.add(refresh)
    return { json: present({ access: issue(), refresh }) }
  }

  function byStandard({ access, refresh }: MadeTokens): Record<string, unknown> {
    const made = { access_token: access, token_type: 'Bearer' }
    if (lifetimeSeconds === null) return made
    const ends = { ...made, expires_in: lifetimeSeconds }
    return refresh === null ? ends : { ...ends, refresh_token: refresh }
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
      for (const [name, value] of Object.entries({ code, ...returned })) {
        back.searchParams.set(name, value)
      }
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
      (namedBy === 'secret' || asked.redirectUrl === form.get('redirect_uri')) &&
      asked.at + codeMillis > millis() &&
      (!usesPkce || verifier.digest('base64url') === asked.challenge)
    if (!isRight) return refused('invalid_grant')
    count.codes += 1
    return grant(true)
  }

  function refresh(form: URLSearchParams): DoubleReply {
    const token = form.get('refresh_token') ?? ''
    if (!refreshTokens.has(token)) return refused('invalid_grant')
    if (replacesRefreshTokens) refreshTokens.delete(token)
    count.refreshes += 1
    return grant(replacesRefreshTokens)
  }

  function makeTokens({ body }: SeenRequest): DoubleReply {
    const form = new URLSearchParams(body)
    const given = [form.get('client_id'), form.get('client_secret')]
    const expected = [namedBy === 'secret' ? null : app.id, namedBy === 'id' ? null : app.secret]
    if (String(given) !== String(expected)) return refused('invalid_client', 401)
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
    endTokens() {
      tokens.clear()
    },
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
