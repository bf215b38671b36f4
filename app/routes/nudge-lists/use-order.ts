/** Rows that are dragged to another place: which one is, and before or behind which it would land. */
import { useState, type DragEvent } from 'react'

export type Drag = {
  /** Where what is dragged would land beside this row. Null: not here. */
  landing: 'before' | 'after' | null
  isDragged: boolean
  start: (event: DragEvent) => void
  over: (event: DragEvent) => void
  drop: (event: DragEvent) => void
  end: () => void
}

type Order = {
  uuids: readonly string[]
  /** Another page comes behind this one. */
  hasNext: boolean
  /** @param before the uuid in front of which it is put; empty: behind all */
  move: (uuid: string, before: string) => void
}

/** What each row does while one of them is dragged. */
export function useNudgeOrder({ uuids, hasNext, move }: Order): (uuid: string) => Drag {
  const [dragged, setDragged] = useState<string | null>(null)
  const [target, setTarget] = useState<string | null>(null)
  const end = () => {
    setDragged(null)
    setTarget(null)
  }

  return (uuid) => {
    const isDownwards = dragged !== null && uuids.indexOf(dragged) < uuids.indexOf(uuid)
    // Behind the last row of a page stands one that is not here.
    const isAfter = isDownwards && (uuid !== uuids.at(-1) || !hasNext)
    const isTarget = dragged !== null && target === uuid && dragged !== uuid
    return {
      landing: isTarget ? (isAfter ? 'after' : 'before') : null,
      isDragged: dragged === uuid,
      start(event) {
        event.dataTransfer.effectAllowed = 'move'
        // Firefox drags nothing without data.
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
