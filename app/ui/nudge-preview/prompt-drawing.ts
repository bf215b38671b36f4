/** Draws the card that asks before the browser does, with the pixel's own code. */
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { PixelPush, PixelPushPrompt } from '#app/contract/push.ts'
import { addStyle } from '#app/pixel/card/theme.ts'
import { makePrompt } from '#app/pixel/push/prompt.ts'
import { fitInto, optionsOf, simulateDevice, widthOf } from './nudge-preview-drawing.ts'
import type { DrawPreview } from './preview-stage.tsx'

export type PromptPreviewContent = {
  payload: Pick<PixelPayload, 'options' | 'phrases'> & { push: Pick<PixelPush, 'texts'> }
  prompt: Pick<PixelPushPrompt, 'title' | 'text' | 'accept' | 'notNow'>
}

/** A press of the button that accepts shows what follows the browser's own question. */
export const drawPrompt: DrawPreview = (place, content, { look, close }) => {
  const { payload, prompt } = JSON.parse(content) as PromptPreviewContent
  place.replaceChildren()
  place.dir = look.direction
  const options = { ...optionsOf({ ...payload, nudges: [] }, look), direction: look.direction }
  const { host, root, card } = makePrompt(
    { payload: { ...payload, options }, isOver: () => false },
    {
      prompt,
      accept: () => Promise.resolve('done' as const),
      refuse: () => {},
      findPreferences: () => Promise.resolve(undefined),
    },
    close,
  )
  card.classList.add('on')
  addStyle(card, fitInto(look))
  simulateDevice(root, widthOf(look, { place: place.clientWidth, isBar: false }))
  place.append(host)
  return true
}
