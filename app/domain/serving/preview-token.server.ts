/**
 * The signed token in a preview link: what it shows, and until when. Signed for one site and its
 * URL, so it is useless on other sites.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#app/lib/security/secrets.server.ts'

/**
 * - `drafts`: everything that pages show once drafts are published.
 * - `nudge`: one nudge, with its draft.
 * - `live`: what pages show now.
 * - `goal`: the same, and what reaches the goal in this tab is a test of it.
 * - `place`: one inline nudge, whose place is pointed at in this tab, by and for one person.
 * - `form`: none, a form is pointed at in this tab, by and for one person.
 */
export type PreviewSubject =
  | { kind: 'drafts' | 'live' }
  | { kind: 'nudge' | 'goal'; uuid: string }
  | PlaceSubject
  | FormSubject

/** `person` is a keyed fingerprint: the page's script can read the token. */
export type PlaceSubject = { kind: 'place'; uuid: string; person: string }

/** A form is pointed at, for the same person. */
export type FormSubject = { kind: 'form'; person: string }

export type PreviewGrant = {
  /** The link's id. A link is valid in one tab. */
  link: string
  subject: PreviewSubject
  /** Unix seconds. */
  expires: number
}

type Signer = Pick<Secrets, 'fingerprint'>
type PreviewTarget = { uuid: string; url: string }

const uuidShape = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const shape = new RegExp(
  `^(${uuidShape})\\.(\\d{1,12})\\.(live|(?:goal-)?${uuidShape}|place-${uuidShape}-[0-9a-f]{32}|form-[0-9a-f]{32})?\\.([0-9a-f]{64})$`,
)

export function encodePreviewToken(
  secrets: Signer,
  site: PreviewTarget,
  grant: PreviewGrant,
): string {
  const { link, expires, subject } = grant
  return [link, expires, encodeSubject(subject), sign(secrets, site, grant)].join('.')
}

/** Null when it wasn't signed by us for this site, or has expired. */
export function decodePreviewToken(
  secrets: Signer,
  site: PreviewTarget,
  { token, now }: { token: string; now: Date },
): PreviewGrant | null {
  const [, link, expires, subject = '', signature] = shape.exec(token) ?? []
  if (link === undefined || signature === undefined) return null
  const grant = { link, subject: decodeSubject(subject), expires: Number(expires) }
  const expected = Buffer.from(sign(secrets, site, grant), 'hex')
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return null

  return grant.expires * 1000 > now.getTime() ? grant : null
}

function encodeSubject(subject: PreviewSubject): string {
  switch (subject.kind) {
    case 'drafts':
      return ''
    case 'live':
      return 'live'
    case 'nudge':
      return subject.uuid
    case 'goal':
      return `goal-${subject.uuid}`
    case 'place':
      return `place-${subject.uuid}-${subject.person}`
    case 'form':
      return `form-${subject.person}`
  }
}

function decodeSubject(text: string): PreviewSubject {
  if (text === '') return { kind: 'drafts' }
  if (text === 'live') return { kind: 'live' }
  const place = /^place-(.{36})-(.{32})$/.exec(text)
  if (place?.[1] && place[2]) return { kind: 'place', uuid: place[1], person: place[2] }
  if (text.startsWith('form-')) return { kind: 'form', person: text.slice('form-'.length) }
  return text.startsWith('goal-')
    ? { kind: 'goal', uuid: text.slice('goal-'.length) }
    : { kind: 'nudge', uuid: text }
}

const sign = (secrets: Signer, site: PreviewTarget, { link, expires, subject }: PreviewGrant) =>
  secrets.fingerprint(
    [site.uuid, site.url, link, expires, encodeSubject(subject)].join('\n'),
    'preview link',
  )
