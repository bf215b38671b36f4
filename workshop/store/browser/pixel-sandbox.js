/** In the worker, before the web pixel's bundle: the API that the platform gives to it. */
;(() => {
  /** @type {any} */
  const worker = globalThis
  /** @type {Map<string, ((event: unknown) => void)[]>} */
  const subscribers = new Map()
  /** @type {Map<string, ((event: unknown) => void)[]>} */
  const privacy = new Map()
  /** @type {Map<number, (value: unknown) => void>} */
  const waiting = new Map()
  /** @type {((api: object) => void)[]} */
  const starts = []
  /** @type {((api: object) => void) | null} */
  let later = null
  let lastId = 0

  /** @param {Map<string, ((event: unknown) => void)[]>} all */
  const subscribeTo =
    (all) => (/** @type {string} */ name, /** @type {(event: unknown) => void} */ handler) => {
      all.set(name, [...(all.get(name) ?? []), handler])
    }

  /** @param {string} area @param {string[]} methods */
  const stored = (area, methods) =>
    Object.fromEntries(
      methods.map((method) => [
        method,
        (/** @type {string[]} */ ...args) =>
          new Promise((resolve) => {
            const id = ++lastId
            waiting.set(id, resolve)
            worker.postMessage({ type: 'storage', id, area, method, args })
          }),
      ]),
    )

  const browser = {
    cookie: stored('cookie', ['get', 'set']),
    localStorage: stored('localStorage', ['getItem', 'setItem', 'removeItem']),
    sessionStorage: stored('sessionStorage', ['getItem', 'setItem', 'removeItem']),
    /** @param {string} url @param {string} body */
    sendBeacon: (url, body) =>
      fetch(url, { method: 'POST', body, keepalive: true }).then(
        () => true,
        () => false,
      ),
  }

  worker.shopify = {
    /** @param {string} point @param {(api: object) => void} start */
    extend(point, start) {
      if (point !== 'WebPixel::Render') return
      starts.push(start)
      later?.(start)
    },
  }

  worker.addEventListener('message', (/** @type {MessageEvent} */ { data }) => {
    if (data.type === 'start') {
      const analytics = { subscribe: subscribeTo(subscribers) }
      const customerPrivacy = { subscribe: subscribeTo(privacy) }
      const api = { analytics, browser, customerPrivacy, init: data.init, settings: data.settings }
      later = (start) => /** @type {any} */ (start)(api)
      starts.forEach((start) => start(api))
    } else if (data.type === 'event') {
      const { name, type } = data.event
      const names = [name, 'all_events', `all_${type}_events`]
      for (const one of names) subscribers.get(one)?.forEach((handler) => handler(data.event))
    } else if (data.type === 'consent') {
      privacy
        .get('visitorConsentCollected')
        ?.forEach((handler) => handler({ customerPrivacy: data.customerPrivacy }))
    } else if (data.type === 'stored') {
      waiting.get(data.id)?.(data.value)
      waiting.delete(data.id)
    }
  })
})()
