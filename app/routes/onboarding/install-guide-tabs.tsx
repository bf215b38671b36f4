/** How to install on each platform, the shop's own first, and whom to send the code to instead. */
import { useState } from 'react'
import { platformNames } from '#app/domain/sites/home-page/platform.ts'
import type { HomePageFindings } from '#app/domain/sites/home-page/find-in-home-page.ts'
import { guidesFor, type InstallGuide } from '#app/presenters/install-guides.ts'
import { useNamedSystems } from '#app/platforms/other-systems.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { PlaceTabs } from './place-tabs.tsx'

export type FoundPlatform = Pick<HomePageFindings, 'platform' | 'hasTagManager'>

type InstallGuideTabsProps = {
  host: string
  /** Null: the home page wasn't read. */
  found: FoundPlatform | null
  managedCode: string
}

export function InstallGuideTabs({ host, found, managedCode }: InstallGuideTabsProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const isNamed = useNamedSystems()
  const guides = guidesFor(found).filter(({ name }) => isNamed(name))
  const tabs = guides.map((guide) => ({
    id: guide.id,
    name: guide.name,
    panel: <Guide guide={guide} managedCode={managedCode} />,
  }))
  return (
    <section className="step__form" aria-label="Installation guides">
      <div className="row between gap-12">
        <p className="step__text">{describePlatform(host, found, isNamed)}</p>
        <ActionForm
          className="brief-form"
          hidden={{ intent: 'look' }}
          action={found === null ? 'Check my site' : 'Check again'}
          to="/onboarding"
        />
      </div>
      <PlaceTabs
        label="Platforms"
        tabs={tabs}
        // The findings arrive while the step is open, but never under a tab that was chosen.
        open={chosen ?? guides[0]?.id ?? ''}
        onOpen={setChosen}
      />
    </section>
  )
}

function describePlatform(
  host: string,
  found: FoundPlatform | null,
  isNamed: (name: string) => boolean,
): string {
  if (found === null) return 'Choose your platform, or let us look at your home page.'
  if (found.platform !== null && isNamed(platformNames[found.platform]))
    return `It looks like ${host} uses ${platformNames[found.platform]}.`
  if (found.hasTagManager) return `It looks like ${host} uses Google Tag Manager.`
  return `We didn’t recognize the platform of ${host}. Choose it below.`
}

const Guide = ({ guide, managedCode }: { guide: InstallGuide; managedCode: string }) => (
  <div className="step__form">
    <ol className="order-steps">
      {guide.steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    {guide.isManaged && <CopyCode code={managedCode} name="code for tag managers" />}
    {guide.note !== undefined && <p className="step__text">{guide.note}</p>}
  </div>
)
