/** The studio's main action: publish, or what has to be fixed before. */
import type { EditorPreview } from '#app/presenters/nudge-editor/preview.server.ts'
import type { Loaded } from './nudge.tsx'

/** Id of the button that publishes the form. */
export const publishId = 'publish'

type PublishProps = {
  loaded: Loaded
  preview: EditorPreview
  isPublishing: boolean
  goTo: (field: string) => void
}

/** Whether visitors don't see it now, and do once it is published, although it was published before. */
export const turnsOn = ({ state, isArchived }: Pick<Loaded, 'state' | 'isArchived'>): boolean =>
  state === 'paused' || isArchived

/** None when everything is published. */
export function publishAction({ loaded, preview, isPublishing, goTo }: PublishProps) {
  const { state, hasDraft } = loaded
  const faults = preview.findings.filter(({ level }) => level === 'block')
  const [first] = faults
  const { length: count } = preview.changes
  if (state !== 'draft' && count === 0 && !hasDraft) return undefined
  if (first) {
    return {
      label: faults.length === 1 ? 'Fix 1 issue' : `Fix ${String(faults.length)} issues`,
      isBusy: false,
      onAct: () => {
        goTo(first.field)
      },
    }
  }
  return {
    label: turnsOn(loaded)
      ? 'Publish and turn on'
      : state === 'draft' || count === 0
        ? 'Publish'
        : loaded.experiments.running?.nudge.uuid === loaded.uuid
          ? 'Publish and end experiment'
          : count === 1
            ? 'Publish 1 change'
            : `Publish ${String(count)} changes`,
    isBusy: isPublishing,
    onAct: () => document.getElementById(publishId)?.click(),
  }
}
