/** The panel of tests and versions, loaded when it is opened. */
import { useState } from 'react'
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import { useLate } from '#app/ui/use-late.ts'
import type { Loaded } from './nudge.tsx'
import { PanelPart, type Panels } from './panels.tsx'
import { ProofWithoutScript } from './proof-without-script.tsx'

type ProofProps = { loaded: Loaded; preview: EditorPreview }

export function ProofPanel({ panels, ...rest }: ProofProps & { panels: Panels }) {
  const isOpen = panels.current === 'proof'
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <PanelPart name="proof" panels={panels}>
      {/* Links to the experiment come from other screens, before it has loaded. */}
      <div id="experiment" className="parts" tabIndex={-1}>
        {wasOpen && <LateProof {...rest} />}
        {/* Only the server renders what is in it, so browsers load nothing for it. */}
        <noscript>
          {import.meta.env.SSR && isOpen && <ProofWithoutScript loaded={rest.loaded} />}
        </noscript>
      </div>
    </PanelPart>
  )
}

const loadProof = () => import('./proof.tsx')

function LateProof(props: ProofProps) {
  const part = useLate(loadProof)
  return part && <part.Proof {...props} />
}
