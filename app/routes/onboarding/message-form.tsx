import { Form, useNavigation } from '@remix-run/react'
import { useRef } from 'react'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { TextInput } from '#app/ui/forms/fields.tsx'
import { useFocusFirstError } from '#app/ui/forms/focus-first-error.ts'
import { FormBody } from '#app/ui/forms/form-body.tsx'
import { useUnsavedFields } from '#app/ui/forms/unsaved-fields.ts'
import { Unsaved } from '#app/ui/forms/unsaved.tsx'
import { Button } from '#app/ui/kit/button.tsx'

type MessageFormProps = {
  message: { title: string; text: string }
  nudge: { uuid: string }
  answer: FormResponse | undefined
}

/** The text of a custom message. */
export function MessageForm({ message, nudge, answer }: MessageFormProps) {
  const { state, formData } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, answer)
  const isBusy = state !== 'idle'
  const fields = { ref: form, answer, done: undefined, isBusy, isNew: true }
  const { unsaved, compare, ...body } = useUnsavedFields(fields)

  return (
    <Form
      ref={form}
      method="post"
      action={`/onboarding?step=publish&nudge=${nudge.uuid}`}
      className="step__form"
      noValidate
      onChange={compare}
    >
      <Unsaved {...unsaved} />
      <FormBody {...body} hidden={{ intent: 'write' }}>
        {(shown) => (
          <>
            <TextInput
              name="title"
              label="Title"
              autoComplete="off"
              helpText="Something true about your shop, for example how you ship."
              initial={message.title}
              answer={shown}
            />
            <TextInput
              name="text"
              label="Text"
              autoComplete="off"
              lines={2}
              initial={message.text}
              answer={shown}
            />
          </>
        )}
      </FormBody>
      <div className="row gap-20">
        <Button submit loading={isBusy && formData?.get('intent') === 'write'}>
          {message.text === '' ? 'Show preview' : 'Edit message'}
        </Button>
      </div>
    </Form>
  )
}
