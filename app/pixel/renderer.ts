/**
 * The second script: draws what the core decided to show. Fetched only when there is something to be
 * shown, and handed over to the core that asked for it.
 */
import { showInline } from './card/inline.ts'
import { showPopup } from './card/popup.ts'
import { silence } from './quiet.ts'

silence(() => {
  window.footfall?.render?.({ popup: showPopup, inline: showInline })
})()
