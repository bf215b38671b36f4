/** Data stored in the browser of a visitor who consented. */
import type { Core, Visitor } from '../core.ts'
import { attempt, guarded } from '../guard.ts'
import { isOffMark, keptSignupKey, storageKey } from '../visitor.ts'
import { readSignals } from './signals.ts'

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ – missing in lib.dom. */
    globalPrivacyControl?: boolean
  }
}

const mostSeen = 200
const lookMillis = 1000

/** Consent given by the page, which takes precedence over consent managers. */
let word: boolean | undefined
let isFollowing = false
let isWatching = false

/**
 * Whether more can be read and stored than showing nudges needs; undefined while unknown. Global
 * Privacy Control is a refusal, regardless of everything else.
 *
 * @param asks an unknown state counts as a refusal
 */
export const isAllowed = (asks: boolean | undefined): boolean | undefined =>
  !navigator.globalPrivacyControl && (word ?? (asks ? readSignals() : true))

/**
 * The page gives or withdraws consent, or requests with `ask` to query consent managers. Without
 * that call they are only queried for forms: an id in the middle of a view would make one visitor
 * two, and the page can request the query before the first view.
 */
export const handleConsent = (core: Core, answer: unknown) => {
  const applyConsent = () => {
    const isGiven = isAllowed(true)
    if (isGiven) recognize(core)
    if (isGiven === false) forget(core.visitor)
  }
  word = answer === 'ask' ? undefined : answer === true
  applyConsent()
  if (word !== undefined || isWatching) return
  isWatching = true
  for (const type of ['visitorConsentCollected', 'wp_listen_for_consent_change']) {
    document.addEventListener(type, guarded(applyConsent))
  }
  // Google's list has no event, we don't patch it, and managers may load late.
  setInterval(guarded(applyConsent), lookMillis)
}

/** Deletes everything stored, except that the visitor turned nudges off in this tab. */
const forget = (visitor: Visitor) => {
  visitor.id = undefined
  visitor.isReturning = null
  visitor.save = () => {}
  store('localStorage')
  store('sessionStorage', visitor.isOff ? isOffMark : '')
  store('sessionStorage', '', keptSignupKey)
}

const recognize = ({ visitor, makeId }: Core) => {
  if (visitor.id) return
  const [known, knownOff, seen = ''] = recall('localStorage')
  const [, shown, closed, isFirst, recent = ''] = recall('sessionStorage')
  const isNew = !known || isFirst === 'first'
  visitor.id = known || makeId()
  visitor.isReturning = !isNew
  visitor.seen.unshift(...listClaims(seen))
  visitor.recent = listClaims(recent).concat(visitor.recent ?? [])
  visitor.shown += Number(shown) || 0
  visitor.closed += Number(closed) || 0
  visitor.isOff ||= knownOff === isOffMark
  const write = () => {
    const off = visitor.isOff ? isOffMark : ''
    store('localStorage', `${visitor.id};${off};${visitor.seen.slice(-mostSeen).join(',')}`)
    const visit = [off, visitor.shown, visitor.closed, isNew ? 'first' : '', visitor.recent]
    store('sessionStorage', visit.join(';'))
  }
  write()
  visitor.save = () => {
    syncWithTabs(visitor)
    if (visitor.id) write()
  }
  if (isFollowing) return
  isFollowing = true
  const look = guarded(() => syncWithTabs(visitor))
  window.addEventListener('storage', look)
  // A suspended tab receives no events.
  document.addEventListener('visibilitychange', look)
}

const listClaims = (stored: string) => stored.split(',').filter(Boolean)

/** Withdrawing consent in one tab withdraws it in all. Denied storage means nothing. */
const syncWithTabs = (visitor: Visitor) => {
  const [known] = recall('localStorage')
  if (!visitor.id || known === undefined) return
  if (known) visitor.id = known
  else {
    if (word) word = false
    forget(visitor)
  }
}

type Storage = 'localStorage' | 'sessionStorage'

/** Plain text, because some old libraries break JSON. Storage may be denied. */
const recall = (storage: Storage): string[] =>
  attempt(() => (window[storage].getItem(storageKey) ?? '').split(';')) ?? []

/** Where storage is denied, the value is kept for as long as the page is open. */
const store = (storage: Storage, value?: string, key = storageKey) =>
  attempt(() => (value ? window[storage].setItem(key, value) : window[storage].removeItem(key)))
