/**
 * The owner's preview: loads the payload of the link, reports nothing that counts, and says why a
 * nudge isn't shown. If the server refuses the link, the page continues as usual.
 */
import type { Core, StartPreview } from '../core.ts'
import type { FetchedPayload } from '../payload.ts'
import { writeJson } from '../json.ts'
import { previewName } from '../preview-mark.ts'
import { sendRequest } from '../request.ts'
import { showBar } from './bar.ts'
import { findRulePart } from './find-rule-part.ts'
import { startPointing } from './point.ts'
import { startPointingAtForm } from './point-form.ts'
import { showPlaces } from './show-places.ts'

/** @param opened the link's token, followed by a space and the tab's id once it has one */
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

    const end = () => {
      storePreview(null)
      location.reload()
    }
    core.visitor = noVisitor
    const { pointing, formPointing } = words
    const direction = first?.payload.options.direction ?? 'auto'
    if (formPointing) {
      startPointingAtForm({ core, preview: { ...words, formPointing }, query, direction, end })
      return
    }
    if (pointing) {
      startPointing({
        core,
        ask: () => Promise.resolve(first),
        preview: { ...words, pointing },
        query,
        direction,
        end,
        proceed,
      })
      proceed()
      return
    }
    const bar = showBar(words, end)
    let shown: FetchedPayload | null = first
    const roomless = new Set<string>()
    core.report = (happening) => {
      if (words.reportTo && (happening.type === 'visit' || happening.type === 'goal')) {
        const event = { id: core.makeId(), page: core.facts.path, ...happening }
        void sendRequest(words.reportTo + query, {
          method: 'POST',
          body: `{"events":[${writeJson(event)}]}`,
          keepalive: true,
        })
      }
      const id = 'nudge' in happening ? happening.nudge : undefined
      const { type } = happening
      // Without room it's drawn for the owner only.
      if (type === 'impression' && id && !roomless.has(id)) bar.update(id)
      if (type !== 'not_shown') return
      const { reason } = happening
      if (id && reason === 'no_room') roomless.add(id)
      // Nothing at all is shown on a checkout.
      const all = Object.keys(shown?.payload.preview?.names ?? {})
      for (const one of id ? [id] : all) {
        const nudge = shown?.payload.nudges.find((published) => published.id === one)
        const moment = shown && readMoment(core, shown)
        const isRule = reason === 'page_rule' && nudge && moment
        bar.update(one, isRule ? findRulePart(nudge, moment) : reason)
      }
    }
    core.ask = async () => {
      const read = first ?? (await ask(query))
      first = null
      shown = read
      roomless.clear()
      bar.begin(read?.payload)
      return read
    }
    showPlaces()
    proceed()
  }

  void open().catch(() => {})
}

const readMoment = ({ facts, visitor }: Core, { payload, country, behind }: FetchedPayload) => ({
  address: facts.path + (payload.options.ignoreQueryParameters ? '' : location.search),
  country,
  isMobile: innerWidth < 640,
  now: (Date.now() + behind) / 1000,
  visitor,
})

/** The owner isn't a visitor: an existing id is neither used nor changed. */
const noVisitor: Core['visitor'] = {
  id: 'preview',
  isReturning: null,
  seen: [],
  /** Every page of the preview can show everything. */
  get recent() {
    return []
  },
  shown: 0,
  closed: 0,
  isOff: false,
  save: () => {},
}

/** Removes the token from the address bar, so that it isn't in the history or in copied URLs. */
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
