/** The site's logo: view, replace, remove. */
import type { ImageSource } from '#app/domain/images/image-url.ts'
import { LogoForm } from '#app/ui/forms/logo-form.tsx'
import { Panel } from '#app/ui/panel.tsx'

export const LogoSection = ({ logo, name }: { logo: ImageSource | null; name: string }) => (
  <Panel>
    <h2 className="part-title">Logo</h2>
    <p className="part-lead">Shown next to the site name in your dashboard.</p>
    <LogoForm address="/site-settings/logo" logo={logo} name={name} />
  </Panel>
)
