/** Texts, page and image of a push message. */
import type { PushContent } from '#app/contract/push-settings.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'

type MessageFieldsProps = {
  content: PushContent
  answer: FormResponse | undefined
  /** Values in braces that the texts can have. */
  placeholders?: readonly string[]
}

export const MessageFields = ({ content, answer, placeholders = [] }: MessageFieldsProps) => (
  <>
    <TextInput
      name="content.title"
      label="Title"
      autoComplete="off"
      initial={content.title}
      helpText={
        placeholders.length === 0
          ? 'Up to 80 characters. Phones show about 30 to 40 of them.'
          : `From your data: ${placeholders.map((name) => `{${name}}`).join(', ')}.`
      }
      answer={answer}
    />
    <TextInput
      name="content.body"
      label="Text"
      autoComplete="off"
      lines={2}
      initial={content.body}
      helpText="Up to 240 characters."
      answer={answer}
    />
    <TextInput
      name="content.url"
      label="Page it opens"
      autoComplete="off"
      placeholder="/new"
      initial={content.url}
      helpText="On your site. With a product, its page opens instead."
      answer={answer}
    />
    <TextInput
      name="content.image"
      label="Image URL"
      type="url"
      autoComplete="off"
      placeholder="https://"
      initial={content.image ?? ''}
      helpText="Twice as wide as high. Android and Windows show it."
      answer={answer}
    />
  </>
)
