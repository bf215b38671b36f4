/** Issues access tokens in exchange for a session token or for the refresh token of an earlier one. */
import { randomBytes } from 'node:crypto'
import type { ShopState, Staff } from '../state/shop-state.ts'
import { readSessionToken, type AppKeys } from './session-token.server.ts'

const expirySeconds = 3_600
const refreshExpirySeconds = 7_776_000

const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'
const idTokenType = 'urn:ietf:params:oauth:token-type:id_token'
const offlineType = 'urn:shopify:params:oauth:token-type:offline-access-token'
const onlineType = 'urn:shopify:params:oauth:token-type:online-access-token'

type AccessToken = { expiresAt: Date | null }

type RefreshToken = {
  expiresAt: Date
  /** The refresh token that replaced it: while that one is unused, this one still works. */
  replacedBy: string | null
}

type TokenAnswer = { status: 200 | 400 | 401; body: Record<string, unknown> }

export type AccessTokens = {
  /** Answers a request to the token endpoint, by its fields. */
  answer: (fields: Readonly<Record<string, unknown>>) => TokenAnswer
  isValid: (token: string | undefined) => boolean
  /** Access tokens end before their time. Those to refresh them still work. */
  expireAll: () => void
  /** As when the app is uninstalled: no token works any longer. */
  revokeAll: () => void
}

type Options = {
  keys: AppKeys
  shop: ShopState
  clock: () => Date
  /** Called before the first token is given out, which is what installs the app. */
  ensureInstalled: () => void
}

export function createAccessTokens({ keys, shop, clock, ensureInstalled }: Options): AccessTokens {
  const accessTokens = new Map<string, AccessToken>()
  const refreshTokens = new Map<string, RefreshToken>()
  const later = (seconds: number) => new Date(clock().getTime() + seconds * 1000)
  const scope = () => (shop.installation?.scopes ?? []).join(',')

  const issue = (expires: boolean) => {
    const token = `shpat_${randomBytes(16).toString('hex')}`
    accessTokens.set(token, { expiresAt: expires ? later(expirySeconds) : null })
    return token
  }
  const issueRefresh = () => {
    const token = `shprt_${randomBytes(16).toString('hex')}`
    const expiresAt = later(refreshExpirySeconds)
    refreshTokens.set(token, { expiresAt, replacedBy: null })
    return token
  }
  const offlineAnswer = (refreshToken: string): TokenAnswer => ({
    status: 200,
    body: {
      access_token: issue(true),
      scope: scope(),
      expires_in: expirySeconds,
      refresh_token: refreshToken,
      refresh_token_expires_in: refreshExpirySeconds,
    },
  })

  const exchange = (fields: Readonly<Record<string, unknown>>): TokenAnswer => {
    const { subject_token: subject, requested_token_type: wanted, expiring } = fields
    if (fields['subject_token_type'] !== idTokenType) return refused('invalid_request')
    if (wanted !== offlineType && wanted !== onlineType) return refused('invalid_request')
    const viewer =
      typeof subject === 'string' ? readSessionToken(subject, { keys, shop, now: clock() }) : null
    // A tab that is still open has tokens, but what its merchant removed stays removed.
    const isRemoved = shop.installation === null && shop.wasUninstalled
    if (!viewer || isRemoved) return refused('invalid_subject_token')

    ensureInstalled()
    if (wanted === onlineType) {
      const expiry = { expires_in: 86_400 - 1, associated_user_scope: scope() }
      const user = { associated_user: associatedUser(viewer) }
      return {
        status: 200,
        body: { access_token: issue(true), scope: scope(), ...expiry, ...user },
      }
    }
    if (String(expiring) !== '1') {
      return { status: 200, body: { access_token: issue(false), scope: scope() } }
    }
    return offlineAnswer(issueRefresh())
  }

  const refresh = (given: unknown): TokenAnswer => {
    const known = typeof given === 'string' ? refreshTokens.get(given) : undefined
    if (typeof given !== 'string' || !known || known.expiresAt <= clock()) {
      return refused('invalid_grant')
    }
    // The token that this one replaced expires with this one's first use.
    for (const [token, { replacedBy }] of refreshTokens) {
      if (replacedBy === given) refreshTokens.delete(token)
    }
    if (known.replacedBy !== null) refreshTokens.delete(known.replacedBy)
    known.replacedBy = issueRefresh()
    return offlineAnswer(known.replacedBy)
  }

  return {
    answer(fields) {
      const isOurs = fields['client_id'] === keys.apiKey
      if (!isOurs || fields['client_secret'] !== keys.apiSecret) {
        return { status: 401, body: { error: 'invalid_client' } }
      }
      if (fields['grant_type'] === exchangeGrant) return exchange(fields)
      if (fields['grant_type'] === 'refresh_token') return refresh(fields['refresh_token'])
      return refused('unsupported_grant_type')
    },
    isValid(token) {
      const known = token === undefined ? undefined : accessTokens.get(token)
      return known !== undefined && (known.expiresAt === null || known.expiresAt > clock())
    },
    expireAll() {
      accessTokens.clear()
    },
    revokeAll() {
      accessTokens.clear()
      refreshTokens.clear()
    },
  }
}

const refused = (error: string): TokenAnswer => ({
  status: 400,
  body: { error, error_description: sentences[error] ?? 'The request is malformed.' },
})

const sentences: Readonly<Record<string, string>> = {
  invalid_subject_token: 'The session token is not valid for this app and shop.',
  invalid_grant: 'The refresh token is unknown, used or expired.',
}

const associatedUser = (viewer: Staff) => ({
  id: viewer.id,
  first_name: viewer.firstName,
  last_name: viewer.lastName,
  email: viewer.email,
  email_verified: true,
  account_owner: viewer.isOwner,
  locale: viewer.locale,
  collaborator: viewer.isCollaborator,
})
