/** What is kept in the browser of a visitor who agreed to be recognised, and what not. */
import type { Core, Visitor } from '../core.ts'
import { guarded } from '../guard.ts'
import { isOffMark, storageKey } from '../visitor.ts'
import { readSignals } from './signals.ts'

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ – missing in lib.dom. */
    globalPrivacyControl?: boolean
  }
}

const mostSeen = 200
const lookMillis = 1000

/** The page's own word, which goes before what consent managers say. */
let word: boolean | undefined
let isFollowing = false
let isWatching = false

/**
 * Whether more may be read and kept than what is shown needs; undefined while nobody knows. Global
 * Privacy Control is a refusal, whatever anybody says.
 *
 * @param asks who said nothing yet has not agreed
 */
export const isAllowed = (asks: boolean | undefined): boolean | undefined =>
  !navigator.globalPrivacyControl && (word ?? (asks ? readSignals() : true))

/**
 * The page says that he agrees or takes it back, or, by `ask`, that the consent managers are to be
 * asked. Without a call they are asked for forms alone: a name that a visitor gets in the middle of a
 * view would make two of him, and the page can have them asked before the first one.
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
  // Google's list has no event and is not ours to patch, and managers may come late.
  setInterval(guarded(applyConsent), lookMillis)
}

/** What was kept is gone, but for his wish to be shown nothing more in this tab. */
const forget = (visitor: Visitor) => {
  visitor.id = undefined
  visitor.isReturning = null
  visitor.save = () => {}
  store('localStorage')
  store('sessionStorage', visitor.isOff ? isOffMark : '')
}

const recognize = ({ visitor, makeId }: Core) => {
  if (visitor.id) return
  const [known, knownOff, seen = ''] = recall('localStorage')
  const [, shown, closed, isFirst] = recall('sessionStorage')
  const isNew = !known || isFirst === 'first'
  visitor.id = known || makeId()
  visitor.isReturning = !isNew
  visitor.seen.unshift(...seen.split(',').filter(Boolean))
  visitor.shown += Number(shown) || 0
  visitor.closed += Number(closed) || 0
  visitor.isOff ||= knownOff === isOffMark
  const write = () => {
    const off = visitor.isOff ? isOffMark : ''
    store('localStorage', `${visitor.id};${off};${visitor.seen.slice(-mostSeen).join(',')}`)
    store('sessionStorage', `${off};${visitor.shown};${visitor.closed};${isNew ? 'first' : ''}`)
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
  // A tab that slept was told nothing.
  document.addEventListener('visibilitychange', look)
}

/** Consent that is taken back in one tab is taken back in all. Storage that is denied says nothing. */
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

/** Plain text: pages with old libraries have their own idea of JSON. Storage may be denied. */
const recall = (storage: Storage): string[] => {
  try {
    return (window[storage].getItem(storageKey) ?? '').split(';')
  } catch {
    return []
  }
}

const store = (storage: Storage, value?: string) => {
  try {
    if (value) window[storage].setItem(storageKey, value)
    else window[storage].removeItem(storageKey)
  } catch {
    // Then it is remembered for as long as the page is open.
  }
}
