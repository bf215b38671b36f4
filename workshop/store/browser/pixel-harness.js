/**
 * Runs the shop's web pixel as the platform does: in a worker of a frame without an origin, so it
 * sees nothing of the page. The page sends it the events that happened, and lends it its storage.
 */
;(() => {
  const place = document.getElementById('web-pixel')
  const { sandboxUrl, settings, events, isAllowed } = JSON.parse(
    (place && place.textContent) || '{}',
  )
  if (!sandboxUrl) return

  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.src = sandboxUrl
  frame.hidden = true
  frame.title = 'Web pixel'
  frame.name = 'web-pixel-sandbox'

  /** @param {object} message */
  const send = (message) => frame.contentWindow?.postMessage(message, '*')

  /** Shared by a visitor's pages, like the platform's own id. */
  function clientId() {
    const found = /(?:^|; )demo_client=([\w-]+)/.exec(document.cookie)
    const id = (found && found[1]) || crypto.randomUUID()
    document.cookie = `demo_client=${id}; path=/; SameSite=Lax`
    return id
  }

  const { href, hostname, origin, pathname, search } = location
  const context = {
    document: {
      location: { href, hostname, origin, pathname, search },
      referrer: document.referrer,
      title: document.title,
    },
    navigator: { language: navigator.language, userAgent: navigator.userAgent },
    window: { innerWidth, innerHeight },
  }
  let sequence = 0

  /** @param {{ name: string, data: object }} event */
  const publish = ({ name, data }) =>
    send({
      type: 'event',
      event: {
        id: crypto.randomUUID(),
        clientId: clientId(),
        seq: sequence++,
        timestamp: new Date().toISOString(),
        type: 'standard',
        name,
        data,
        context,
      },
    })

  /** @type {Record<string, Record<string, (...args: string[]) => unknown>>} */
  const storage = {
    cookie: {
      get: (name) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? '',
      set: (cookie) => void (document.cookie = cookie),
    },
    localStorage: areaOf(() => localStorage),
    sessionStorage: areaOf(() => sessionStorage),
  }

  /** @param {() => Storage} area @returns {Record<string, (...args: string[]) => unknown>} */
  function areaOf(area) {
    return {
      getItem: (key = '') => area().getItem(key),
      setItem: (key = '', value = '') => area().setItem(key, value),
      removeItem: (key = '') => area().removeItem(key),
    }
  }

  window.addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow || !data) return
    if (data.type === 'ready') {
      const customerPrivacy = {
        analyticsProcessingAllowed: isAllowed,
        marketingAllowed: isAllowed,
        preferencesProcessingAllowed: isAllowed,
        saleOfDataAllowed: isAllowed,
      }
      send({ type: 'start', settings, init: { context, customerPrivacy, data: {} } })
      events.forEach(publish)
    } else if (data.type === 'storage') {
      /** @type {unknown} */
      let value = null
      try {
        value = storage[data.area]?.[data.method]?.(...data.args)
      } catch {
        // Blocked: the pixel gets nothing.
      }
      send({ type: 'stored', id: data.id, value })
    }
  })
  document.addEventListener('demo:analytics', (event) => publish(/** @type {any} */ (event).detail))
  document.addEventListener('visitorConsentCollected', (event) =>
    send({ type: 'consent', customerPrivacy: /** @type {any} */ (event).detail }),
  )
  document.body.append(frame)
})()
