/**
 * The owner's preview: asks for the payload with the drafts in the place of the ordinary one, reports
 * nothing, and says why a nudge is not shown. Where the server refuses the link, the page goes on as
 * any other.
 */
import type { Core, StartPreview } from '../core.ts'
import type { FetchedPayload } from '../payload.ts'
import { previewName } from '../preview-mark.ts'
import { showBar } from './bar.ts'

/** @param opened the link's token, and behind a space what this tab calls itself once it did */
export const startPreview: StartPreview = (core, opened, proceed) => {
  const [token = '', tab = core.makeId()] = opened.split(' ')
  storePreview(`${token} ${tab}`)
  hideToken()
  const query = `?${new URLSearchParams({ preview: token, tab }).toString()}`
  const { ask } = core

  const open = async () => {
    let first: FetchedPayload | null = await ask(query)
    const words = first?.payload.preview
    if (!words) {
      storePreview(null)
      proceed(true)
      return
    }

    const bar = showBar(words, () => {
      storePreview(null)
      location.reload()
    })
    core.visitor = noVisitor
    core.report = (happening) => {
      if (happening.type === 'not_shown') bar.update(happening.nudge, happening.reason)
      if (happening.type === 'impression') bar.update(happening.nudge)
    }
    core.ask = async () => {
      const read = first ?? (await ask(query))
      first = null
      bar.begin(read?.payload)
      return read
    }
    proceed()
  }

  void open().catch(() => {})
}

/** The owner is no visitor. Who has a name already is not given another one, nor anything kept of him. */
const noVisitor: Core['visitor'] = {
  id: 'preview',
  isReturning: null,
  seen: [],
  shown: 0,
  closed: 0,
  isOff: false,
  save: () => {},
}

/** The token leaves the address bar, and with it the history and what is copied from there. */
const hideToken = () => {
  if (location.hash.startsWith(`#${previewName}=`)) {
    history.replaceState(history.state, '', location.pathname + location.search)
  }
}

const storePreview = (value: string | null) => {
  try {
    if (value === null) sessionStorage.removeItem(previewName)
    else sessionStorage.setItem(previewName, value)
  } catch {
    // Then the preview ends with the page.
  }
}
