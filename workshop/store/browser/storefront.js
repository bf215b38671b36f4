/** Content of every theme's pages on the platform: `window.Shopify`, with the visitor's consent. */
;(() => {
  const script = document.currentScript
  if (!script) return
  const { shop, root, currency, locale } = /** @type {HTMLScriptElement} */ (script).dataset
  const cookie = 'demo_consent'

  const isAllowed = () => !/(?:^|; )demo_consent=no/.test(document.cookie)

  const describe = () => ({
    analyticsProcessingAllowed: isAllowed(),
    marketingAllowed: isAllowed(),
    preferencesProcessingAllowed: isAllowed(),
    saleOfDataAllowed: isAllowed(),
  })

  /** @param {boolean} allows */
  function decide(allows) {
    document.cookie = `${cookie}=${allows ? 'yes' : 'no'}; path=/; max-age=31536000; SameSite=Lax`
    document.dispatchEvent(new CustomEvent('visitorConsentCollected', { detail: describe() }))
    showChoice()
  }

  function showChoice() {
    for (const button of document.querySelectorAll('[data-consent]')) {
      const isYes = button.getAttribute('data-consent') === 'yes'
      button.setAttribute('aria-pressed', String(isYes === isAllowed()))
    }
  }

  const customerPrivacy = {
    analyticsProcessingAllowed: isAllowed,
    marketingAllowed: isAllowed,
    preferencesProcessingAllowed: isAllowed,
    saleOfDataAllowed: isAllowed,
    userCanBeTracked: isAllowed,
    shouldShowBanner: () => false,
    getTrackingConsent: () => (isAllowed() ? 'yes' : 'no'),
    currentVisitorConsent() {
      const answer = isAllowed() ? 'yes' : 'no'
      return { analytics: answer, marketing: answer, preferences: answer, sale_of_data: answer }
    },
    /** @param {{ analytics?: boolean }} consent @param {() => void} [done] */
    setTrackingConsent(consent, done) {
      decide(consent.analytics === true)
      done?.()
    },
  }

  /** @type {any} */
  const shopify = {
    shop,
    locale,
    currency: { active: currency, rate: '1.0' },
    routes: { root },
    designMode: new URLSearchParams(location.search).has('design'),
    /** @param {object[]} features @param {(error?: Error) => void} [done] */
    loadFeatures(features, done) {
      shopify.customerPrivacy = customerPrivacy
      setTimeout(() => done?.())
    },
  }
  Object.assign(window, { Shopify: shopify })

  document.addEventListener('DOMContentLoaded', showChoice)
  document.addEventListener('click', ({ target }) => {
    const choice = target instanceof Element ? target.closest('[data-consent]') : null
    if (choice) decide(choice.getAttribute('data-consent') === 'yes')
  })
})()
