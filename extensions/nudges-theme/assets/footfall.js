/**
 * Loads Footfall's pixel once the page is idle, with what the theme knows about the page: its
 * product, the selected variant's stock, and the cart.
 */
;(() => {
  const script = document.currentScript
  if (!script) return
  const { site, host, page, product, title, variant, stocks, cart, currency } = script.dataset
  const { Shopify = {} } = window

  const push = (call) => (window.footfall = window.footfall || []).push(call)
  const guarded = (work) => () => {
    try {
      work()
    } catch {
      // The shop's error reports aren't the place for our errors.
    }
  }

  /** Stock by variant; empty for one that is sold without limit. */
  const stockOf = new Map((stocks || '').split(',').map((entry) => entry.split(':')))

  const readVariant = () => {
    const forms = [...document.querySelectorAll('form[action*="/cart/add"]')]
    const chosen = forms.map((form) => new FormData(form).get('id'))
    const asked = new URLSearchParams(location.search).get('variant')
    return [...chosen, asked].find((id) => stockOf.has(id)) || variant
  }

  let known
  const setProduct = () => {
    const chosen = readVariant()
    if (!product || chosen === known) return
    known = chosen
    // Without a number, nudges about stock would use the product feed's. Infinity hides them.
    const stock = stockOf.get(chosen) ? Number(stockOf.get(chosen)) : Infinity
    const facts = { product: stocks ? { id: product, stock } : { id: product } }
    push(['set', { ...facts, variables: title ? { product_title: title } : {} }])
  }

  const setCart = (cents, code) =>
    push(['set', { cart: { amount: Number(cents) / 100, currency: code } }])

  const readCart = () =>
    fetch(`${(Shopify.routes || {}).root || '/'}cart.js`)
      .then((answer) => answer.json())
      .then((read) => setCart(read.total_price, read.currency))
      .catch(() => {})

  const watchVariant = () => {
    const look = guarded(setProduct)
    // Some themes change the form's variant right away, others after they have loaded a section.
    document.addEventListener('change', () => [0, 1000].map((millis) => setTimeout(look, millis)))
    if (window.navigation) window.navigation.addEventListener('currententrychange', look)
  }

  /** Themes have no common event for changes of the cart, only common requests. */
  const watchCart = () =>
    new PerformanceObserver((list) => {
      const isChange = ({ name }) => /\/cart\/(add|change|update|clear)/.test(name)
      if (list.getEntries().some(isChange)) readCart()
    }).observe({ type: 'resource' })

  let isLoaded = false
  const load = guarded(() => {
    if (isLoaded) return
    isLoaded = true
    push(['consent', 'ask'])
    if (product) setProduct()
    if (cart) setCart(cart, currency)
    const pixel = document.createElement('script')
    pixel.async = true
    pixel.src = `${host}/js/pixel.library.js`
    pixel.dataset.site = site
    pixel.dataset.page = page
    document.head.append(pixel)
    if (product && stocks) watchVariant()
    if (cart) watchCart()
  })

  /** The pixel asks for consent before its first view, so Shopify's answer has to be there. */
  const start = guarded(() => {
    if (!Shopify.loadFeatures) return load()
    setTimeout(load, 3000)
    Shopify.loadFeatures([{ name: 'consent-tracking-api', version: '0.1' }], load)
  })

  const whenIdle = () =>
    window.requestIdleCallback
      ? requestIdleCallback(start, { timeout: 2000 })
      : setTimeout(start, 1)

  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle)
})()
