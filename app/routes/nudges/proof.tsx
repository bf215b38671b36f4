/** What a nudge changes and what it was: its experiment, a test of its rules, its versions. */
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import { useLate } from '#app/ui/use-late.ts'
import { ExperimentPanel } from './experiment-panel.tsx'
import type { Loaded } from './nudge.tsx'
import { Versions } from './versions.tsx'

const loadProbe = () => import('./probe-panel.tsx')

export function Proof({ loaded, preview }: { loaded: Loaded; preview: EditorPreview }) {
  const { versions, version, now, mayEdit } = loaded
  const probe = useLate(loadProbe)
  return (
    <>
      <ExperimentPanel loaded={loaded} />
      {probe && <probe.ProbePanel preview={preview} />}
      {versions.length > 0 && <Versions {...{ versions, now, mayEdit }} current={version} />}
    </>
  )
}
