/** A logo of a site or an organization: view, replace, remove. */
import type { ImageSource } from '#app/domain/images/image-url.ts'
import { Avatar } from '../image.tsx'
import { ActionForm } from './action-form.tsx'
import { fieldId } from './fields.tsx'
import { FileInput } from './file-input.tsx'

type LogoFormProps = {
  /** URL of the route that saves and removes it. */
  address: string
  logo: ImageSource | null
  /** Name of the site or organization. */
  name: string
}

export const LogoForm = ({ address, logo, name }: LogoFormProps) => (
  <div className="logo-form row gap-16 mt-12">
    <Avatar source={logo} name={name} size={96} />
    <div>
      <ActionForm to={address} hasFile clears action="Save logo">
        {(answer) => (
          <FileInput
            name="photo"
            label="Upload a logo"
            accept="image/jpeg,image/png,image/webp,image/gif"
            helpText="JPEG, PNG, WebP or GIF, up to 5 MB. We crop it to a square."
            answer={answer}
          />
        )}
      </ActionForm>
      {logo !== null && (
        <ActionForm
          to={address}
          hidden={{ intent: 'remove' }}
          action="Remove logo"
          onDone={focusFileField}
        />
      )}
    </div>
  </div>
)

/** The remove button disappears with the logo, so the focus moves to the field. */
const focusFileField = () => {
  document.getElementById(fieldId('photo'))?.focus()
}
