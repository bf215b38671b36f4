/** Reordering by drag and drop: the dragged row, and where it would land. */
import { useState, type DragEvent } from 'react'

export type Drag = {
  /** Where the dragged row would land relative to this one. Null: not here. */
  landing: 'before' | 'after' | null
  isDragged: boolean
  start: (event: DragEvent) => void
  over: (event: DragEvent) => void
  drop: (event: DragEvent) => void
  end: () => void
}

type Order = {
  uuids: readonly string[]
  /** There is another page. */
  hasNext: boolean
  /** @param before uuid of the next row, or '' to move to the end */
  move: (uuid: string, before: string) => void
}

/** Drag and drop handlers of each row. */
export function useNudgeOrder({ uuids, hasNext, move }: Order): (uuid: string) => Drag {
  const [dragged, setDragged] = useState<string | null>(null)
  const [target, setTarget] = useState<string | null>(null)
  const end = () => {
    setDragged(null)
    setTarget(null)
  }

  return (uuid) => {
    const isDownwards = dragged !== null && uuids.indexOf(dragged) < uuids.indexOf(uuid)
    // The row after a page's last one is on the next page, so nothing can be moved in front of it.
    const isAfter = isDownwards && (uuid !== uuids.at(-1) || !hasNext)
    const isTarget = dragged !== null && target === uuid && dragged !== uuid
    return {
      landing: isTarget ? (isAfter ? 'after' : 'before') : null,
      isDragged: dragged === uuid,
      start(event) {
        event.dataTransfer.effectAllowed = 'move'
        // Firefox requires data to start dragging.
        event.dataTransfer.setData('text/plain', uuid)
        const row = event.currentTarget.closest('tr')
        if (row) event.dataTransfer.setDragImage(row, 24, 24)
        setDragged(uuid)
      },
      over(event) {
        if (dragged === null) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        if (target !== uuid) setTarget(uuid)
      },
      drop(event) {
        if (dragged === null) return
        event.preventDefault()
        end()
        if (dragged === uuid) return
        move(dragged, isAfter ? (uuids[uuids.indexOf(uuid) + 1] ?? '') : uuid)
      },
      end,
    }
  }
}
