/** The site's logo: view, replace, remove. */
import type { ImageSource } from '#app/domain/images/image-url.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FileInput } from '#app/ui/forms/file-input.tsx'
import { Avatar } from '#app/ui/image.tsx'
import { Panel } from '#app/ui/panel.tsx'

const address = '/site-settings/logo'

export const LogoSection = ({ logo, name }: { logo: ImageSource | null; name: string }) => (
  <Panel>
    <h2 className="part-title">Logo</h2>
    <p className="part-lead">Shown next to the site name in your dashboard.</p>
    <div className="site-logo">
      <Avatar source={logo} name={name} size={96} />
      <div className="site-logo__acts">
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
          <ActionForm to={address} hidden={{ intent: 'remove' }} action="Remove logo" />
        )}
      </div>
    </div>
  </Panel>
)
