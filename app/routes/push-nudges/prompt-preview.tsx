/** The card that asks first, with the words as they are typed and the site’s color. */
import type { CSSProperties } from 'react'
import type { PushPrompt } from '#app/contract/push-settings.ts'

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

type PromptPreviewProps = { words: PromptWords; color: string }

export const PromptPreview = ({ words, color }: PromptPreviewProps) => (
  <div
    className="push-prompt floating stack gap-8 mt-16"
    role="group"
    aria-label="Preview of the card"
    style={{ '--accent': color } as CSSProperties}
  >
    <p className="strong" dir="auto">
      {words.title || 'Title'}
    </p>
    <p dir="auto">{words.text || 'Text'}</p>
    <p className="push-prompt__acts row gap-8 strong">
      <span className="push-prompt__accept">{words.accept || 'Accept'}</span>
      <span>{words.notNow || 'Not now'}</span>
    </p>
  </div>
)
