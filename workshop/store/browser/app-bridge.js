/**
 * Replaces the script that the platform's admin gives to apps in its frame. A classic script, the
 * first one in the page: it defines `window.shopify`, adds a session token to the app's requests,
 * and passes what the app wants to show around its frame to the admin (admin-frame.js).
 */
;(() => {
  const script = /** @type {HTMLScriptElement | null} */ (document.currentScript)
  const scriptOrigin = script ? new URL(script.src).origin : ''
  // In tests the platform's origins lead here. Its scripts and its admin have different ones.
  const isCdn = scriptOrigin === 'https://cdn.shopify.com'
  const adminOrigin = isCdn ? 'https://admin.shopify.com' : scriptOrigin

  /** @type {any} */
  const page = window
  const query = new URLSearchParams(location.search)
  const frame = readFrameName()

  const config = {
    apiKey: meta('shopify-api-key'),
    shop: query.get('shop') || frame.shop,
    host: query.get('host') || frame.host,
    locale: query.get('locale') || frame.locale || 'en',
    disabledFeatures: meta('shopify-disabled-features').split(',').filter(Boolean),
    appOrigins: meta('shopify-app-origins').split(',').filter(Boolean),
  }

  /** @param {string} name */
  function meta(name) {
    const found = document.querySelector(`meta[name="${name}"]`)
    return (found && found.getAttribute('content')) || ''
  }

  /** The admin names its frame, so a page without parameters knows its shop as well. */
  function readFrameName() {
    try {
      return JSON.parse(window.name)
    } catch {
      return {}
    }
  }

  if (frame.blocksStorage) blockStorage()

  function blockStorage() {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, { configurable: true, get: refuse })
    }
    const noCookie = { configurable: true, get: () => '', set: () => undefined }
    Object.defineProperty(document, 'cookie', noCookie)
  }

  // ── Messages ──────────────────────────────────────────────────────────────────────────────────

  /** @type {Map<string, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map()
  let lastId = 0
  const nextId = () => `${Date.now()}-${++lastId}`

  /** @param {string} type @param {object} [data] */
  function send(type, data) {
    window.parent.postMessage(Object.assign({ demoAdmin: true, type }, data), adminOrigin)
  }

  /** @param {string} name @param {any} [data] @returns {Promise<any>} */
  function ask(name, data) {
    return new Promise((resolve, reject) => {
      const id = nextId()
      waiting.set(id, { resolve, reject })
      send('request', { id, name, data })
    })
  }

  /** @type {Record<string, (message: any) => void>} */
  const receivers = {
    answer(message) {
      const asked = waiting.get(message.id)
      waiting.delete(message.id)
      if (!asked) return
      if (message.error) asked.reject(new Error(message.error))
      else asked.resolve(message.value)
    },
    navigate: ({ href }) => page.demoBridgeParts.navigate(href),
    'title-bar-click': ({ index }) => page.demoBridgeParts.clickTitleBar(index),
    'save-bar-click': ({ isSave }) => page.demoBridgeParts.clickSaveBar(isSave),
    'toast-action': ({ id }) => toasts.get(id)?.onAction?.(),
    'toast-dismissed'({ id }) {
      const options = toasts.get(id)
      toasts.delete(id)
      options?.onDismiss?.()
    },
  }

  window.addEventListener('message', (event) => {
    if (event.origin !== adminOrigin || event.source !== window.parent) return
    const { data } = event
    if (data && data.demoAdmin === true) receivers[data.type]?.(data)
  })

  // A new document starts without a title bar and without unsaved changes.
  send('hello')

  // ── window.shopify ────────────────────────────────────────────────────────────────────────────

  /** @type {Map<string, any>} */
  const toasts = new Map()
  const idToken = () => ask('idToken')

  /** @param {string} id @returns {any} */
  const part = (id) => {
    const found = document.getElementById(id)
    if (!found) throw new Error(`There is no element with the id "${id}".`)
    return found
  }
  /** @param {string} id */
  const show = async (id) => part(id).show()
  /** @param {string} id */
  const hide = async (id) => part(id).hide()
  /** @param {string} id */
  const toggle = async (id) => part(id).toggle()

  page.shopify = {
    config,
    origin: adminOrigin,
    ready: Promise.resolve(),
    environment: { mobile: false, embedded: window.parent !== window, pos: false, intent: false },
    idToken,
    user: () => ask('user'),
    /** @param {boolean} [isLoading] */
    loading: (isLoading) => send('loading', { isLoading: isLoading !== false }),
    toast: {
      /** @param {string} message @param {any} [options] */
      show(message, options) {
        const id = nextId()
        const { duration = 5000, isError = false, action } = options || {}
        toasts.set(id, options || {})
        send('toast', { id, message: String(message), duration, isError, action })
        return id
      },
      /** @param {string} id */
      hide: (id) => send('toast-hide', { id }),
    },
    saveBar: {
      show,
      hide,
      toggle,
      leaveConfirmation: () => page.demoBridgeParts.leaveConfirmation(),
    },
    modal: { show, hide, toggle },
    scopes: {
      query: () => ask('scopes'),
      /** @param {string[]} scopes */
      request: (scopes) => ask('requestScopes', scopes),
      /** @param {string[]} scopes */
      revoke: (scopes) => ask('revokeScopes', scopes),
    },
    app: { extensions: () => ask('extensions') },
    webVitals: { onReport: () => Promise.resolve() },
    support: { registerHandler: () => Promise.resolve() },
    reviews: {
      request: async () => ({ success: false, code: 'merchant-ineligible', message: 'Demo store' }),
    },
    resourcePicker: async () => undefined,
  }
  page.demoBridge = { send, ask }

  // ── Requests ──────────────────────────────────────────────────────────────────────────────────

  /** The page's function, also after the bounce has replaced the document. */
  const plainFetch = page.fetch.plain || page.fetch

  const isTrusted = (/** @type {string} */ url) => {
    const { origin, hostname, protocol } = new URL(url)
    const isBelow = hostname.endsWith(`.${location.hostname}`) && protocol === location.protocol
    return origin === location.origin || isBelow || config.appOrigins.includes(origin)
  }

  if (!config.disabledFeatures.includes('fetch')) {
    /** @param {RequestInfo | URL} input @param {RequestInit} [init] */
    const patched = async (input, init) => {
      const request = new Request(input, init)
      if (!isTrusted(request.url) || request.headers.has('Authorization')) {
        return plainFetch(request)
      }
      const repeated = request.clone()
      const first = await plainFetch(withToken(request, await idToken()))
      const isStale =
        first.status === 401 && first.headers.has('X-Shopify-Retry-Invalid-Session-Request')
      const answer = isStale ? await plainFetch(withToken(repeated, await idToken())) : first
      const reauthorize = answer.headers.get('X-Shopify-API-Request-Failure-Reauthorize-Url')
      if (reauthorize) window.open(reauthorize, '_top')
      return answer
    }
    page.fetch = Object.assign(patched, { plain: plainFetch })
  }

  /** @param {Request} request @param {string} token */
  function withToken(request, token) {
    request.headers.set('Authorization', `Bearer ${token}`)
    return request
  }

  const reload = query.get('shopify-reload')
  if (reload) bounce(reload)

  /** Replaces the document by the one that the app answers with a token. @param {string} url */
  async function bounce(url) {
    const { origin } = new URL(url, location.href)
    if (origin !== location.origin) return
    const headers = { Authorization: `Bearer ${await idToken()}`, 'X-Shopify-Bounce': '1' }
    const answer = await plainFetch(url, { headers })
    const reauthorize = answer.headers.get('X-Shopify-API-Request-Failure-Reauthorize-Url')
    if (reauthorize) {
      window.open(reauthorize, '_top')
      return
    }
    const html = await answer.text()
    history.replaceState(null, '', answer.url)
    document.open()
    document.write(html)
    document.close()
  }

  // ── Navigation ────────────────────────────────────────────────────────────────────────────────

  const open = page.open.plain || page.open
  /** The frame itself can't leave the admin: the admin does. */
  page.open = Object.assign(
    (/** @type {any[]} */ ...args) => {
      const [url, target] = args
      if (target !== '_top' && target !== '_parent') return open.apply(window, args)
      send('redirect', { url: absolute(String(url)) })
      return null
    },
    { plain: open },
  )

  /** @param {string} url */
  const absolute = (url) => (url.startsWith('shopify:') ? url : new URL(url, location.href).href)

  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!link || event.defaultPrevented) return
    const href = link.getAttribute('href') || ''
    const target = link.getAttribute('target')
    if (target !== '_top' && target !== '_parent' && !href.startsWith('shopify:')) return
    event.preventDefault()
    send('redirect', { url: absolute(href) })
  })

  const reportLocation = () => send('navigated', { path: location.pathname + location.search })
  for (const name of ['pushState', 'replaceState']) {
    /** @type {any} */
    const histories = history
    const plain = histories[name].plain || histories[name]
    histories[name] = Object.assign(
      (/** @type {any[]} */ ...args) => {
        plain.apply(history, args)
        reportLocation()
      },
      { plain },
    )
  }
  window.addEventListener('popstate', reportLocation)
  if (!reload) reportLocation()
})()
