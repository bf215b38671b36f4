/** Reads consent from the consent managers that shops use. */
import { guarded } from '../guard.ts'

declare global {
  interface Window {
    /**
     * IAB Europe's Transparency and Consent Framework, CMP API v2, `addEventListener` and `TCData`:
     * https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework
     */
    __tcfapi?: (command: 'addEventListener', version: 2, callback: (data: TcData) => void) => void
    /**
     * Google consent mode: what `gtag('consent', 'default' | 'update', {…})` pushes.
     * https://developers.google.com/tag-platform/security/guides/consent
     */
    dataLayer?: ArrayLike<Partial<GoogleEntry> | null>
    /** https://shopify.dev/docs/api/customer-privacy */
    Shopify?: { customerPrivacy?: { analyticsProcessingAllowed?: () => boolean } }
    /** WP Consent API, assets/js/wp-consent-api.js: https://wordpress.org/plugins/wp-consent-api/ */
    wp_has_consent?: (category: string) => boolean
    /** Without it no consent manager is active, and `wp_has_consent` always returns true. */
    wp_consent_type?: string
    wp_fallback_consent_type?: string
  }
}

/** Other entries don't have these. */
type GoogleEntry = [name: string, command: string, about: { analytics_storage?: string }]

type TcData = {
  gdprApplies?: boolean
  eventStatus?: string
  purpose?: { consents?: Record<number, boolean> }
}

let isAsked = false
let framework: boolean | undefined
let google: boolean | undefined

/** True when at least one reports consent and none a refusal; undefined while none knows. */
export const readSignals = (): boolean | undefined => {
  const answers = [
    readFramework(),
    readGoogle(),
    window.Shopify?.customerPrivacy?.analyticsProcessingAllowed?.(),
    readWordPress(),
  ]
  return answers.includes(false) ? false : answers.includes(true) || undefined
}

/** Purpose 1: store and access information on a device. Purpose 8: measure content performance. */
const readFramework = () => {
  if (!isAsked && window.__tcfapi) {
    isAsked = true
    const note = guarded(({ eventStatus, gdprApplies, purpose }: TcData) => {
      // Reopening the banner changes nothing until it is answered.
      if (eventStatus === 'cmpuishown') return
      framework = gdprApplies === false || [1, 8].every((number) => purpose?.consents?.[number])
    })
    window.__tcfapi('addEventListener', 2, note)
  }
  return framework
}

/**
 * A default is for visitors who weren't asked yet. Only an update is the visitor's decision. Tag
 * Manager truncates the list after some hundred entries, so an earlier decision is kept.
 */
const readGoogle = () => {
  for (const entry of Array.from(window.dataLayer ?? [])) {
    const storage = entry?.[0] === 'consent' && entry[1] === 'update' && entry[2]?.analytics_storage
    if (storage) google = storage === 'granted'
  }
  return google
}

const readWordPress = () =>
  window.wp_has_consent && (window.wp_consent_type ?? window.wp_fallback_consent_type)
    ? window.wp_has_consent('statistics')
    : undefined
