/** Last part of app-bridge.js: a dialog of the app. */
;(() => {
  /** @type {any} */
  const page = window
  const { labelOf, isOn, define } = page.demoBridgeParts
  /** @type {(bar?: Element) => Element[]} */
  const actionsOf = page.demoBridgeParts.actionsOf

  /** @param {string} type @param {object} [data] */
  const send = (type, data) => page.demoBridge.send(type, data)

  let count = 0

  /** Drawn inside of the frame, where the app's code reaches its content; the admin is dimmed. */
  class Modal extends HTMLElement {
    constructor() {
      super()
      this.dialog = document.createElement('dialog')
      this.content = document.createElement('div')
      this.heading = document.createElement('h2')
      this.footer = document.createElement('footer')
      this.drawn = ''
      this.dialog.style.cssText =
        'width:min(36rem,90vw);padding:0;border:1px solid #c3c6cc;border-radius:12px'
      this.heading.style.cssText = 'margin:0;padding:1rem;font:600 1rem system-ui'
      this.heading.id = `demo-modal-${(count += 1)}`
      this.content.style.cssText = 'padding:0 1rem'
      this.footer.style.cssText = 'display:flex;gap:.5rem;justify-content:flex-end;padding:1rem'
      this.dialog.setAttribute('aria-labelledby', this.heading.id)
      this.dialog.addEventListener('close', () => this.hide())
      // A framework changes labels, and which button waits for an answer.
      this.observer = new MutationObserver(() => this.drawBar())
    }
    connectedCallback() {
      this.style.display = 'none'
      const all = { attributes: true, childList: true, subtree: true, characterData: true }
      this.observer.observe(this, all)
    }
    disconnectedCallback() {
      this.observer.disconnect()
      void this.hide()
      this.dialog.remove()
    }
    drawBar() {
      if (!this.dialog.open) return
      const bar = this.querySelector('ui-title-bar') || undefined
      this.heading.textContent = (bar && bar.getAttribute('title')) || ''
      // The admin has the main button at the end.
      const isMain = (/** @type {Element} */ one) => one.getAttribute('variant') === 'primary'
      const actions = actionsOf(bar).sort((a, b) => Number(isMain(a)) - Number(isMain(b)))
      // A button that is drawn again while it is pressed is never clicked.
      const drawn = this.heading.textContent + actions.map((one) => one.outerHTML).join()
      if (drawn === this.drawn) return
      this.drawn = drawn
      const hadFocus = [...this.footer.children].findIndex((one) => one === document.activeElement)
      this.footer.replaceChildren(
        ...actions.map((action) => {
          const button = document.createElement('button')
          button.textContent = labelOf(action)
          button.disabled = isOn(action, 'disabled') || isOn(action, 'loading')
          if (isMain(action)) {
            const color = action.getAttribute('tone') === 'critical' ? '#c4291c' : '#1d2129'
            button.style.cssText = `background:${color};color:#fff`
          }
          button.onclick = () => /** @type {any} */ (action).click()
          return button
        }),
      )
      const focused = /** @type {HTMLElement | undefined} */ (this.footer.children[hadFocus])
      focused?.focus()
    }
    get contentWindow() {
      return this.dialog.querySelector('iframe')?.contentWindow ?? null
    }
    async show() {
      if (this.dialog.open) return
      this.dialog.replaceChildren(this.heading, this.filled(), this.footer)
      if (!this.dialog.isConnected) document.body.append(this.dialog)
      this.dialog.showModal()
      this.drawBar()
      send('modal', { isShown: true })
      this.dispatchEvent(new Event('show'))
    }
    /** Content that the page wrote into the element, unless the app put some into `content`. */
    filled() {
      const src = this.getAttribute('src')
      if (src) {
        const frame = Object.assign(document.createElement('iframe'), { src })
        frame.style.cssText = 'width:100%;height:60vh;border:0'
        this.content.replaceChildren(frame)
      } else if (this.content.childNodes.length === 0) {
        // An empty one belongs to a framework, which fills it later.
        const isContent = (/** @type {Element} */ one) =>
          !/^ui-/i.test(one.tagName) && one.childNodes.length > 0
        this.content.append(...[...this.children].filter(isContent))
      }
      return this.content
    }
    async hide() {
      if (this.dialog.open) this.dialog.close()
      if (!this.dialog.isConnected) return
      this.dialog.remove()
      send('modal', { isShown: false })
      this.dispatchEvent(new Event('hide'))
    }
    async toggle() {
      return this.dialog.open ? this.hide() : this.show()
    }
  }
  define('ui-modal', Modal)
})()
