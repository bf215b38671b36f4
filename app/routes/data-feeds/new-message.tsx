/** The form for another message, with the nudge that would show it. */
import { useState } from 'react'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { maxMessage } from '#app/domain/messages/message.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { Thumbnail } from '#app/ui/nudge-preview/thumbnail.tsx'
import { Panel } from '#app/ui/panel.tsx'

export function NewMessage({ picture }: { picture: PixelPayload | null }) {
  const [typed, setTyped] = useState('')
  return (
    <Panel>
      <h2 className="part-title">Add a message</h2>
      <p className="part-lead">
        Messages can’t include numbers of people, sales or stock, or claim that someone bought
        something. Other nudges show those from real data.
      </p>
      <div className="columns gap-20 feed-pair">
        <ActionForm
          action="Add message"
          hidden={{ intent: 'add' }}
          tone="primary"
          clears
          onEdit={(form) => {
            const text = form.get('text')
            setTyped(typeof text === 'string' ? text : '')
          }}
        >
          {(answer) => (
            <>
              <TextInput
                name="text"
                label="Message"
                autoComplete="off"
                helpText={`Up to ${String(maxMessage)} characters, shown exactly as written.`}
                answer={answer}
              />
              <TextInput
                name="url"
                type="url"
                label="Link"
                autoComplete="off"
                helpText="Optional. Must start with https://."
                answer={answer}
              />
              <TextInput
                name="image"
                type="url"
                label="Image URL"
                autoComplete="off"
                helpText="Optional. A JPEG, PNG, WebP or GIF of up to 5 MB, at a URL that starts with https://. Animations are shown still."
                answer={answer}
              />
            </>
          )}
        </ActionForm>
        <Thumbnail payload={picture && withText(picture, typed.trim())} label="Preview" isLarge />
      </div>
    </Panel>
  )
}

/** The nudge with what is typed; as it was while nothing is. */
const withText = (payload: PixelPayload, text: string): PixelPayload =>
  text === ''
    ? payload
    : {
        ...payload,
        nudges: payload.nudges.map((nudge) => ({
          ...nudge,
          items: nudge.items.map((item) => ({ ...item, text })),
        })),
      }
