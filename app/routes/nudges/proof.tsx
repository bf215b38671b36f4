/** A nudge's effect and history: its experiment, a test of its rules, its versions. */
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import { ExperimentPanel } from './experiment-panel.tsx'
import type { Loaded } from './nudge.tsx'
import { ProbePanel } from './probe-panel.tsx'
import { Versions } from './versions.tsx'

export function Proof({ loaded, preview }: { loaded: Loaded; preview: EditorPreview }) {
  const { versions, version, now, mayEdit } = loaded
  return (
    <>
      <ExperimentPanel loaded={loaded} />
      <ProbePanel preview={preview} />
      {versions.length > 0 && <Versions {...{ versions, now, mayEdit }} current={version} />}
    </>
  )
}
