import { installGuides } from '#app/presenters/install-guides.ts'
import { useNamedSystems } from '#app/platforms/other-systems.ts'
import { CopyCode } from '#app/ui/copy-code.tsx'
import { Details } from '#app/ui/details.tsx'

type InstallGuidesProps = { managedCode: string }

/** One guide per platform, closed. */
export function InstallGuides({ managedCode }: InstallGuidesProps) {
  const isNamed = useNamedSystems()
  const guides = installGuides.filter(({ name }) => isNamed(name))
  return (
    <div className="mt-16 guides">
      {guides.map(({ id, name, steps, note, isManaged }) => (
        <Details key={id} isRow summary={name}>
          <div className="stack gap-12 guide__body">
            <ol className="m-0 prose">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            {isManaged && <CopyCode code={managedCode} name="code for tag managers" />}
            {note !== undefined && <p className="muted prose">{note}</p>}
          </div>
        </Details>
      ))}
    </div>
  )
}
