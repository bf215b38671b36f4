/**
 * Second part of app-bridge.js: elements that the app puts into its page, and that appear around its
 * frame. All parts are served as one script.
 */
;(() => {
  /** @type {any} */
  const page = window
  // The bounce writes a new document, which loads this script again: its elements are known by then,
  // but the old document's listeners are removed.
  if (page.demoBridgeParts) {
    page.demoBridgeParts.listen()
    return
  }

  /** @param {string} type @param {object} [data] */
  const send = (type, data) => page.demoBridge.send(type, data)

  /** @param {Element} element */
  const labelOf = (element) => (element.textContent || '').trim()

  /** @param {Element} element */
  const isOn = (element, /** @type {string} */ name) =>
    element.hasAttribute(name) && element.getAttribute(name) !== 'false'

  /** @param {string} name @param {CustomElementConstructor} element */
  const define = (name, element) => customElements.get(name) || customElements.define(name, element)

  /** Invisible here; what it holds is reported whenever it changes. */
  class Reporting extends HTMLElement {
    connectedCallback() {
      this.style.display = 'none'
      this.observer = new MutationObserver(() => this.report())
      const all = { attributes: true, childList: true, subtree: true, characterData: true }
      this.observer.observe(this, all)
      this.report()
    }
    disconnectedCallback() {
      this.observer?.disconnect()
      this.report()
    }
    report() {}
  }

  // ── Navigation and title ──────────────────────────────────────────────────────────────────────

  const menus = 'ui-nav-menu, s-app-nav'
  const entries = 'a[href], s-link[href]'

  class NavMenu extends Reporting {
    /** @override */
    report() {
      const items = [...document.querySelectorAll(menus)].flatMap((menu) =>
        [...menu.querySelectorAll(entries)]
          .filter((entry) => entry.getAttribute('rel') !== 'home')
          .map((entry) => ({ label: labelOf(entry), href: entry.getAttribute('href') })),
      )
      send('nav', { items })
    }
  }
  define('ui-nav-menu', NavMenu)
  define('s-app-nav', class extends NavMenu {})

  let hasRouter = false
  const addListener = document.addEventListener.bind(document)
  document.addEventListener = (/** @type {any[]} */ ...args) => {
    if (args[0] === 'shopify:navigate') hasRouter = true
    return Reflect.apply(addListener, document, args)
  }

  /** @param {string} href */
  function navigate(href) {
    const wanted = [...document.querySelectorAll(entries)].find(
      (entry) => entry.closest(menus) && entry.getAttribute('href') === href,
    )
    // An app without a router loads the page.
    if (!wanted || !hasRouter) location.assign(href)
    else wanted.dispatchEvent(new CustomEvent('shopify:navigate', { bubbles: true }))
  }

  const titleBars = () =>
    [...document.querySelectorAll('ui-title-bar')].filter((bar) => !bar.closest('ui-modal'))

  /** @param {Element | undefined} bar @returns {Element[]} */
  const actionsOf = (bar) => (bar ? [...bar.querySelectorAll('button, a')] : [])

  class TitleBar extends Reporting {
    /** @override */
    report() {
      if (this.closest('ui-modal')) return
      const bar = titleBars().at(-1)
      const actions = actionsOf(bar).map((action) => ({
        label: labelOf(action),
        variant: action.getAttribute('variant'),
        tone: action.getAttribute('tone'),
        isDisabled: isOn(action, 'disabled'),
      }))
      send('title-bar', {
        title: bar ? bar.getAttribute('title') || document.title : null,
        actions,
      })
    }
  }
  define('ui-title-bar', TitleBar)

  /** @param {number} index */
  const clickTitleBar = (index) =>
    /** @type {any} */ (actionsOf(titleBars().at(-1))[index])?.click()

  // ── Save bar ──────────────────────────────────────────────────────────────────────────────────

  /** The unsaved part: a save bar element or a form. @type {any} */
  let unsaved = null

  /** @param {any} owner */
  function showSaveBar(owner) {
    unsaved = owner
    send('save-bar', Object.assign({ isShown: true }, owner.describeSaveBar()))
  }

  /** @param {any} owner */
  function hideSaveBar(owner) {
    if (unsaved !== owner) return
    unsaved = null
    send('save-bar', { isShown: false })
  }

  /** @param {boolean} isSave */
  const clickSaveBar = (isSave) => (isSave ? unsaved?.save() : unsaved?.discard())

  class SaveBar extends Reporting {
    get showing() {
      return unsaved === this
    }
    get discardConfirmation() {
      return isOn(this, 'discardconfirmation')
    }
    set discardConfirmation(isAsked) {
      this.toggleAttribute('discardconfirmation', isAsked)
    }
    get buttons() {
      const all = [...this.querySelectorAll('button')]
      const primary = all.find((one) => one.getAttribute('variant') === 'primary')
      return { primary, other: all.find((one) => one !== primary) }
    }
    describeSaveBar() {
      const { primary, other } = this.buttons
      return {
        asksBeforeDiscard: this.discardConfirmation,
        canSave: !primary || !isOn(primary, 'disabled'),
        isSaving: Boolean(primary && isOn(primary, 'loading')),
        canDiscard: !other || !isOn(other, 'disabled'),
      }
    }
    save() {
      this.buttons.primary?.click()
    }
    discard() {
      this.buttons.other?.click()
    }
    async show() {
      if (this.showing) return
      showSaveBar(this)
      this.dispatchEvent(new Event('show'))
    }
    async hide() {
      if (!this.showing) return
      hideSaveBar(this)
      this.dispatchEvent(new Event('hide'))
    }
    async toggle() {
      return this.showing ? this.hide() : this.show()
    }
    /** @override */
    report() {
      if (!this.isConnected) hideSaveBar(this)
      else if (this.showing) showSaveBar(this)
    }
  }
  define('ui-save-bar', SaveBar)

  /** Contents of forms as they were saved last. @type {WeakMap<HTMLFormElement, string>} */
  const saved = new WeakMap()
  const saveBarForms = 'form[data-save-bar]'

  /** @param {HTMLFormElement} form */
  const contentOf = (form) =>
    JSON.stringify([...new FormData(form)].map(([name, value]) => [name, String(value)]))

  /** @type {WeakMap<HTMLFormElement, any>} */
  const owners = new WeakMap()

  /** @param {HTMLFormElement} form */
  function ownerOf(form) {
    const owner = owners.get(form) || {
      describeSaveBar: () => ({
        asksBeforeDiscard: form.hasAttribute('data-discard-confirmation'),
        canSave: true,
        isSaving: false,
        canDiscard: true,
      }),
      save: () => form.requestSubmit(),
      discard: () => form.reset(),
    }
    owners.set(form, owner)
    return owner
  }

  /** @param {Event} event */
  function formOf({ target }) {
    const element = target instanceof Element ? target : null
    return /** @type {HTMLFormElement | null | undefined} */ (element?.closest(saveBarForms))
  }

  /** Before the first change, the form contains what is saved. @param {Event} event */
  const remember = (event) => {
    const form = formOf(event)
    if (form && !saved.has(form)) saved.set(form, contentOf(form))
  }
  /** @param {Event} event */
  const compare = (event) => {
    const form = formOf(event)
    if (!form) return
    if (contentOf(form) === saved.get(form)) hideSaveBar(ownerOf(form))
    else showSaveBar(ownerOf(form))
  }
  function listen() {
    unsaved = null
    hasRouter = false
    addListener('focusin', remember)
    addListener('beforeinput', remember)
    addListener('input', compare)
    addListener('change', compare)
    addListener('DOMContentLoaded', () => {
      for (const form of document.querySelectorAll(saveBarForms)) {
        const one = /** @type {HTMLFormElement} */ (form)
        saved.set(one, contentOf(one))
      }
    })
    addListener('submit', (event) => {
      const form = formOf(event)
      if (!form) return
      saved.set(form, contentOf(form))
      hideSaveBar(ownerOf(form))
    })
    addListener('reset', (event) => {
      const form = formOf(event)
      if (form) hideSaveBar(ownerOf(form))
    })
  }
  listen()

  page.demoBridgeParts = {
    actionsOf,
    labelOf,
    isOn,
    define,
    listen,
    navigate,
    clickTitleBar,
    clickSaveBar,
    leaveConfirmation: () =>
      unsaved ? page.demoBridge.ask('leaveConfirmation') : Promise.resolve(),
  }
})()
