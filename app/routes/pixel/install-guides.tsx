import { installGuides } from '#app/presenters/install-guides.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { Details } from '#app/ui/details.tsx'

type InstallGuidesProps = { managedCode: string }

/** One guide per platform, closed. */
export const InstallGuides = ({ managedCode }: InstallGuidesProps) => (
  <div className="guides">
    {installGuides.map(({ id, name, steps, note, isManaged }) => (
      <Details key={id} className="guide" isRow summary={name}>
        <div className="guide__body">
          <ol className="guide__steps">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {isManaged && <CopyCode code={managedCode} name="code for tag managers" />}
          {note !== undefined && <p className="pixel-note">{note}</p>}
        </div>
      </Details>
    ))}
  </div>
)
