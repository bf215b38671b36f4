/** The person's photo: view, replace, remove. */
import { useFetcher } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import type { ImageSource } from '#app/domain/images/image-url.ts'
import { useHost } from '#app/browser/host.ts'
import { useEachAnswer } from '#app/ui/forms/each-answer.ts'
import { fieldId } from '#app/ui/forms/fields.tsx'
import { FileInput } from '#app/ui/forms/file-input.tsx'
import { Avatar } from '#app/ui/image.tsx'
import { Section } from './section.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'

export function PhotoSection({ photo, name }: { photo: ImageSource | null; name: string }) {
  const { Form, data: removed, state } = useFetcher<Saved>()
  const { toast } = useHost()
  // The remove button disappears with the photo, so the focus moves to the field.
  useEachAnswer(removed, ({ saved }) => {
    toast('success', saved)
    document.getElementById(fieldId('photo'))?.focus()
  })

  return (
    <Section
      to="/account/photo"
      hasFile
      clears
      title="Profile photo"
      lead="Shown next to your name."
      action="Save photo"
      beside={
        photo !== null && (
          <Form method="post" action="/account/photo" className="account-section__beside">
            <input type="hidden" name="intent" value="remove" />
            <Button submit loading={state !== 'idle'}>
              Remove photo
            </Button>
          </Form>
        )
      }
    >
      {(answer) => (
        <div className="account-photo">
          <Avatar source={photo} name={name} size={96} />
          <FileInput
            name="photo"
            label="Upload a photo"
            accept="image/jpeg,image/png,image/webp,image/gif"
            helpText="JPEG, PNG, WebP or GIF, up to 5 MB. We crop it to a square and strip its location and date."
            answer={answer}
          />
        </div>
      )}
    </Section>
  )
}
