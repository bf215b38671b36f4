/** What is kept in the browser of a visitor who agreed to be recognised, and what not. */
import type { Core, Visitor } from '../core.ts'
import { isOffMark, storageKey } from '../visitor.ts'

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ – missing in lib.dom. */
    globalPrivacyControl?: boolean
  }
}

const mostSeen = 200

/**
 * He agrees or takes it back. Global Privacy Control is a refusal, whatever the page says. What was
 * kept is gone with the consent, but for his wish to be shown nothing more in this tab.
 */
export const takeConsent = ({ visitor, makeId }: Core, isGiven: unknown) => {
  if (isGiven === true && !navigator.globalPrivacyControl) {
    if (!visitor.id) recognise(visitor, makeId)
    return
  }
  visitor.id = undefined
  visitor.isReturning = null
  visitor.save = () => {}
  keep('localStorage')
  keep('sessionStorage', visitor.isOff ? isOffMark : '')
}

const recognise = (visitor: Visitor, makeId: () => string) => {
  const [known, knownOff, seen = ''] = recall('localStorage')
  const [, shown, closed, isFirst] = recall('sessionStorage')
  const isNew = !known || isFirst === 'first'
  visitor.id = known || makeId()
  visitor.isReturning = !isNew
  visitor.seen.unshift(...seen.split(',').filter(Boolean))
  visitor.shown += Number(shown) || 0
  visitor.closed += Number(closed) || 0
  visitor.isOff ||= knownOff === isOffMark
  visitor.save = () => {
    const off = visitor.isOff ? isOffMark : ''
    keep('localStorage', `${visitor.id};${off};${visitor.seen.slice(-mostSeen).join(',')}`)
    keep('sessionStorage', `${off};${visitor.shown};${visitor.closed};${isNew ? 'first' : ''}`)
  }
  visitor.save()
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

const keep = (storage: Storage, value?: string) => {
  try {
    if (value) window[storage].setItem(storageKey, value)
    else window[storage].removeItem(storageKey)
  } catch {
    // Then it is remembered for as long as the page is open.
  }
}
