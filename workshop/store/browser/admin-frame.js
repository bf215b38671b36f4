/** The admin's side of the app's frame: loads the app, answers its script, and shows what it asks for. */
;(() => {
  const element = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id))
  const config = JSON.parse(element('frame-config').textContent)
  const { appOrigin, appPath, calls } = config

  const frame = document.createElement('iframe')
  frame.title = config.title
  frame.name = JSON.stringify(config.frameName)
  frame.src = config.src
  frame.className = 'app-frame'
  frame.allow = 'clipboard-write'

  /** @param {string} type @param {object} [data] */
  const send = (type, data) =>
    frame.contentWindow?.postMessage(Object.assign({ demoAdmin: true, type }, data), appOrigin)

  /** @param {string} tag @param {object} [properties] @param {(string | Node)[]} children */
  const make = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties)
    made.append(...children)
    return made
  }

  // ── Dialogs ───────────────────────────────────────────────────────────────────────────────────

  /** @param {{ title: string, body: string, yes: string, no: string }} texts @returns {Promise<boolean>} */
  const confirm = ({ title, body, yes, no }) =>
    new Promise((resolve) => {
      const dialog = /** @type {HTMLDialogElement} */ (make('dialog'))
      const end = (/** @type {string} */ answer) => () => dialog.close(answer)
      dialog.append(
        make('h2', { textContent: title }),
        make('p', { textContent: body }),
        make('button', { textContent: no, type: 'button', onclick: end('no') }),
        make('button', {
          textContent: yes,
          type: 'button',
          onclick: end('yes'),
          className: 'primary',
        }),
      )
      dialog.addEventListener('close', () => {
        dialog.remove()
        resolve(dialog.returnValue === 'yes')
      })
      document.body.append(dialog)
      dialog.showModal()
    })

  const leaving = {
    title: 'Leave page with unsaved changes?',
    body: 'Leaving this page deletes all unsaved changes.',
    yes: 'Leave page',
    no: 'Stay',
  }

  // ── Answers to the app's script ───────────────────────────────────────────────────────────────

  /** @param {string} path @param {object} [body] */
  async function call(path, body) {
    const request = body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }
    const answer = await fetch(calls + path, request || {})
    if (!answer.ok) throw new Error(`The admin answered ${answer.status}.`)
    return answer.json()
  }

  /** @type {Record<string, (data: any) => unknown>} */
  const answers = {
    idToken: async () => (await call('/session-token', {})).token,
    user: () => call('/user'),
    scopes: () => call('/scopes'),
    async requestScopes(scopes) {
      const isGranted = await confirm({
        title: `${config.title} asks for more permissions`,
        body: scopes.join(', '),
        yes: 'Allow',
        no: 'Don’t allow',
      })
      const detail = isGranted ? await call('/scopes', { grant: scopes }) : await call('/scopes')
      return { result: isGranted ? 'granted-all' : 'declined-all', detail }
    },
    revokeScopes: async (scopes) => ({ detail: await call('/scopes', { revoke: scopes }) }),
    extensions: () => call('/extensions'),
    leaveConfirmation: () =>
      new Promise((resolve) => {
        // Never resolves if the person stays: code that waits for the answer must not go on.
        void confirm(leaving).then((isLeaving) => isLeaving && resolve(null))
      }),
  }

  let hasUnsaved = false

  /**
   * A button that is drawn again while it is pressed is never clicked, and pressing one takes the focus
   * out of the frame, which reports its change once more.
   *
   * @param {(message: any) => void} show
   */
  function ifChanged(show) {
    let last = ''
    return (/** @type {any} */ message) => {
      const text = JSON.stringify(message)
      if (text !== last) show(message)
      last = text
    }
  }

  /** @type {Record<string, (message: any) => void>} */
  const receivers = {
    async request({ id, name, data }) {
      try {
        const value = await answers[name]?.(data)
        send('answer', { id, value })
      } catch (error) {
        send('answer', { id, error: String(error) })
      }
    },
    hello() {
      receivers['title-bar']?.({ title: null, actions: [] })
      receivers['save-bar']?.({ isShown: false })
      document.body.classList.remove('dimmed')
    },
    redirect: ({ url }) => redirect(url),
    navigated: ({ path }) => showPath(path),
    loading({ isLoading }) {
      element('loading').hidden = !isLoading
    },
    modal({ isShown }) {
      document.body.classList.toggle('dimmed', isShown)
    },
    nav: ifChanged(({ items }) => showNav(items)),
    'title-bar': ifChanged(showTitleBar),
    'save-bar': ifChanged(showSaveBar),
    toast: showToast,
    'toast-hide': ({ id }) => hideToast(id),
  }

  window.addEventListener('message', (event) => {
    if (event.origin !== appOrigin || event.source !== frame.contentWindow) return
    const { data } = event
    if (data && data.demoAdmin === true) receivers[data.type]?.(data)
  })

  // ── Where the app is ──────────────────────────────────────────────────────────────────────────

  /** Parameters of the platform. The rest belongs to the app. */
  const ours = 'embedded hmac host id_token locale session shop timestamp'.split(' ')

  /** @param {string} path */
  function showPath(path) {
    const url = new URL(path, appOrigin)
    for (const name of ours) url.searchParams.delete(name)
    history.replaceState(null, '', appPath + url.pathname + url.search)
    markCurrent(url.pathname)
  }

  /** @param {string} url */
  function redirect(url) {
    const inAdmin = /^shopify:\/*admin(\/.*)?$/.exec(url)
    if (inAdmin) location.assign(config.adminPath + (inAdmin[1] || ''))
    else if (/^https?:$/.test(new URL(url, location.href).protocol)) location.assign(url)
  }

  /** @param {{ label: string, href: string }[]} items */
  function showNav(items) {
    element('app-nav').replaceChildren(
      ...items.map(({ label, href }) => {
        const link = make('a', { textContent: label, href: appPath + href })
        link.onclick = (event) => {
          event.preventDefault()
          void navigate(href)
        }
        return make('li', {}, link)
      }),
    )
    markCurrent(location.pathname.slice(appPath.length))
  }

  /** @param {string} path */
  function markCurrent(path) {
    for (const link of element('app-nav').querySelectorAll('a')) {
      const isCurrent = new URL(link.href).pathname === appPath + path
      if (isCurrent) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
  }

  /** @param {string} href */
  async function navigate(href) {
    if (hasUnsaved && !(await confirm(leaving))) return
    send('navigate', { href })
  }

  // ── Around the frame ──────────────────────────────────────────────────────────────────────────

  /** @param {any} message */
  function showTitleBar({ title, actions }) {
    element('app-title').textContent = title || config.title
    document.title = `${title || config.title} · ${config.shopTitle} · Demo admin`
    element('app-actions').replaceChildren(
      ...actions.map((/** @type {any} */ action, /** @type {number} */ index) =>
        make('button', {
          type: 'button',
          textContent: action.label,
          disabled: action.isDisabled,
          className: [action.variant, action.tone].filter(Boolean).join(' '),
          onclick: () => send('title-bar-click', { index }),
        }),
      ),
    )
  }

  /** @param {any} message */
  function showSaveBar({ isShown, canSave, canDiscard, isSaving, asksBeforeDiscard }) {
    hasUnsaved = isShown
    const discard = async () => {
      const sure = {
        title: 'Discard all unsaved changes?',
        body: 'This deletes all edits since you last saved.',
        yes: 'Discard changes',
        no: 'Continue editing',
      }
      if (!asksBeforeDiscard || (await confirm(sure))) send('save-bar-click', { isSave: false })
    }
    const bar = element('save-bar')
    bar.hidden = !isShown
    bar.replaceChildren(
      make('span', { textContent: 'Unsaved changes' }),
      make('button', {
        type: 'button',
        textContent: 'Discard',
        disabled: !canDiscard || isSaving,
        onclick: discard,
      }),
      make('button', {
        type: 'button',
        textContent: isSaving ? 'Saving …' : 'Save',
        disabled: !canSave || isSaving,
        className: 'primary',
        onclick: () => send('save-bar-click', { isSave: true }),
      }),
    )
  }

  /** @param {any} message */
  function showToast({ id, message, isError, action, duration }) {
    const close = () => hideToast(id)
    const toast = make('li', { className: isError ? 'dark row error' : 'dark row' }, message)
    toast.dataset.id = id
    if (action) {
      const onclick = () => {
        send('toast-action', { id })
        close()
      }
      toast.append(make('button', { type: 'button', textContent: action, onclick }))
    }
    toast.append(
      make('button', { type: 'button', ariaLabel: 'Close', textContent: '×', onclick: close }),
    )
    element('toasts').append(toast)
    setTimeout(close, duration)
  }

  /** @param {string} id */
  function hideToast(id) {
    const toast = element('toasts').querySelector(`[data-id="${CSS.escape(id)}"]`)
    if (!toast) return
    toast.remove()
    send('toast-dismissed', { id })
  }

  window.addEventListener('beforeunload', (event) => {
    if (hasUnsaved) event.preventDefault()
  })
  element('frame-place').append(frame)
})()
