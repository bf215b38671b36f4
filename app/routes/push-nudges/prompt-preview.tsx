/** The card that asks first, with the words as they are typed. The pixel draws it, as on the site. */
import type { PushPrompt } from '#app/contract/push-settings.ts'
import { PreviewStage } from '#app/ui/nudge-preview/preview-stage.tsx'
import type { PromptPreviewContent } from '#app/ui/nudge-preview/prompt-drawing.ts'

export type PromptWords = Pick<PushPrompt, 'title' | 'text' | 'accept' | 'notNow'>

export function readPromptWords(form: FormData): PromptWords {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    title: text('title'),
    text: text('text'),
    accept: text('accept'),
    notNow: text('notNow'),
  }
}

type PromptPreviewProps = { words: PromptWords; payload: PromptPreviewContent['payload'] }

export function PromptPreview({ words, payload }: PromptPreviewProps) {
  const { title, text, accept, notNow } = words
  const prompt = {
    title: title || 'Title',
    text: text || 'Text',
    accept: accept || 'Accept',
    notNow: notNow || 'Not now',
  }
  return (
    <div className="mt-16">
      <PreviewStage
        content={JSON.stringify({ payload, prompt } satisfies PromptPreviewContent)}
        load={loadDrawing}
        direction={payload.options.direction === 'rtl' ? 'rtl' : 'ltr'}
        kinds={['popup', 'card']}
        empty="No preview."
      />
    </div>
  )
}

const loadDrawing = async () => (await import('#app/ui/nudge-preview/prompt-drawing.ts')).drawPrompt
