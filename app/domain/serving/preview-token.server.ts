/**
 * The signed token in a preview link: what it shows, and until when. Signed for one site and its
 * URL, so it is useless on other sites.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#app/lib/security/secrets.server.ts'

export type PreviewGrant = {
  /** Of the link, which is valid in one tab. */
  link: string
  /** The nudge's uuid; null: all nudges with their drafts. */
  nudge: string | null
  /** Unix seconds. */
  expires: number
}

type Signer = Pick<Secrets, 'fingerprint'>
type PreviewTarget = { uuid: string; url: string }

const uuidShape = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const shape = new RegExp(`^(${uuidShape})\\.(\\d{1,12})\\.(${uuidShape})?\\.([0-9a-f]{64})$`)

export function encodePreviewToken(
  secrets: Signer,
  site: PreviewTarget,
  grant: PreviewGrant,
): string {
  const { link, expires, nudge } = grant
  return [link, expires, nudge ?? '', sign(secrets, site, grant)].join('.')
}

/** Null when it wasn't signed by us for this site, or has expired. */
export function decodePreviewToken(
  secrets: Signer,
  site: PreviewTarget,
  { token, now }: { token: string; now: Date },
): PreviewGrant | null {
  const [, link, expires, nudge, signature] = shape.exec(token) ?? []
  if (link === undefined || signature === undefined) return null
  const grant = { link, nudge: nudge ?? null, expires: Number(expires) }
  const expected = Buffer.from(sign(secrets, site, grant), 'hex')
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return null

  return grant.expires * 1000 > now.getTime() ? grant : null
}

const sign = (secrets: Signer, site: PreviewTarget, { link, expires, nudge }: PreviewGrant) =>
  secrets.fingerprint([site.uuid, site.url, link, expires, nudge ?? ''].join('\n'), 'preview link')
