/** The person's photo: view, replace, remove. */
import { useFetcher } from '@remix-run/react'
import type { ImageSource } from '#app/domain/images/image-url.ts'
import { useHost } from '#app/browser/host.ts'
import { useEachAnswer } from '#app/ui/forms/each-answer.ts'
import { FileInput } from '#app/ui/forms/file-input.tsx'
import { Avatar } from '#app/ui/image.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { AccountRow } from './row.tsx'
import type { Saved } from '#app/ui/forms/form-fetcher.ts'
import { Button } from '#app/ui/kit/button.tsx'

export function PhotoRow({ photo, name }: { photo: ImageSource | null; name: string }) {
  const { Form, data: removed, state } = useFetcher<Saved>()
  const { toast } = useHost()
  useEachAnswer(removed, ({ saved }) => {
    toast('success', saved)
  })

  return (
    <AccountRow
      label="Photo"
      value={<Avatar source={photo} name={name} size={96} />}
      stored={JSON.stringify(photo)}
      act={photo === null ? 'Add' : 'Change'}
      fields={[]}
    >
      {() => (
        <>
          <ActionForm to="/account/photo" hasFile clears action="Save photo">
            {(answer) => (
              <FileInput
                name="photo"
                label="Upload a photo"
                accept="image/jpeg,image/png,image/webp,image/gif"
                helpText="JPEG, PNG, WebP or GIF, up to 5 MB. We crop it to a square and strip its location and date."
                answer={answer}
              />
            )}
          </ActionForm>
          {photo !== null && (
            <Form method="post" action="/account/photo" className="mt-12">
              <input type="hidden" name="intent" value="remove" />
              <Button submit loading={state !== 'idle'}>
                Remove photo
              </Button>
            </Form>
          )}
        </>
      )}
    </AccountRow>
  )
}
