/**
 * The owner points at a form on their own page: by pointer, touch or keyboard. Sends how to find it
 * and names of its fields, never what they hold.
 */
import type { PixelPreview } from '#app/contract/pixel.ts'
import { hasBox } from '../card/element.ts'
import type { Core } from '../core.ts'
import { describeForm } from '../forms/describe-form.ts'
import { guarded, listen } from '../guard.ts'
import { writeJson } from '../json.ts'
import { sendRequest } from '../request.ts'
import { makeSelector } from './make-selector.ts'
import { makePointScreen } from './point-screen.ts'

type Pointing = {
  core: Core
  preview: PixelPreview & { formPointing: NonNullable<PixelPreview['formPointing']> }
  /** The link's, for the report. */
  query: string
  direction: string
  end: () => void
}

export const startPointingAtForm = ({ core, preview, query, direction, end }: Pointing) => {
  const { texts, reportTo } = preview.formPointing
  let state: 'pointing' | 'paused' | 'picked' | 'sent' = 'pointing'
  let current: HTMLFormElement | null = null

  const describe = (form: HTMLFormElement) => {
    const fields = [...document.querySelectorAll('input')].filter((field) => field.form === form)
    return describeForm(form, fields, makeSelector(form) ?? undefined)
  }
  const arrange = () => screen.arrange(state, [], state === 'picked' && current ? 'append' : null)

  const pick = () => {
    if (!current) return
    const { email, fields, boxes } = describe(current)
    state = email === undefined ? 'pointing' : 'picked'
    arrange()
    const names = [email, ...fields.split('\n'), ...boxes.split('\n')].filter(Boolean).join(', ')
    screen.announce(
      email === undefined ? texts.unnamed : texts.picked.replace('{fields}', () => names),
    )
    if (state === 'picked') screen.focusUse()
  }

  const restart = () => {
    state = 'pointing'
    current = null
    arrange()
    screen.announce(listForms().length ? '' : texts.none)
    screen.focusVeil()
  }

  const send = async () => {
    if (!current) return
    const form = { ...describe(current), page: core.facts.path }
    const answer = await sendRequest(reportTo + query, {
      method: 'POST',
      body: `{"form":${writeJson(form)}}`,
    })
    const isSent = answer?.status === 200
    if (isSent) state = 'sent'
    arrange()
    screen.announce(isSent ? texts.sent : answer?.status === 403 ? texts.expired : texts.failed)
  }

  const screen = makePointScreen({ ...texts, end: preview.end }, '', {
    use: () => void send().catch(() => {}),
    again: restart,
    pause: () => {
      if (state === 'paused' || state === 'sent') {
        restart()
        return
      }
      state = 'paused'
      current = null
      arrange()
      screen.announce('')
    },
    end,
  })

  const findBeneath = ({ clientX, clientY }: MouseEvent) =>
    document
      .elementsFromPoint(clientX, clientY)
      .find((element) => !screen.isOurs(element))
      ?.closest('form') ?? null

  listen(screen.veil, 'pointermove', (event) => {
    if (event.isTrusted && state === 'pointing') current = findBeneath(event)
  })
  listen(screen.veil, 'click', (event) => {
    if (!event.isTrusted) return
    current = findBeneath(event)
    pick()
  })
  listen(window, 'keydown', (event) => {
    if (!event.isTrusted || state === 'paused' || state === 'sent') return
    const isStep = state === 'pointing' && ['Enter', 'Tab'].includes(event.key)
    if (event.key !== 'Escape' && !isStep) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Escape') {
      if (state === 'picked') restart()
      else end()
    } else if (event.key === 'Enter') pick()
    else {
      const forms = listForms()
      const at = current ? forms.indexOf(current) : event.shiftKey ? 0 : -1
      current = forms[(at + (event.shiftKey ? -1 : 1) + forms.length) % forms.length] ?? null
      current?.scrollIntoView({ block: 'nearest' })
      if (current) screen.announce(describe(current).name)
    }
  })

  const follow = guarded(() => {
    if (!screen.host.isConnected) document.documentElement.append(screen.host)
    // The page has replaced it.
    if (current && !current.isConnected) restart()
    screen.frame(state === 'pointing' || state === 'picked' ? current : null, null)
    requestAnimationFrame(follow)
  })

  document.documentElement.append(screen.host)
  screen.setDirection(direction)
  restart()
  follow()
}

const listForms = () => [...document.forms].filter(hasBox)
