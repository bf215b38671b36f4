/** Tooltip of an icon or of a short label, on hover and on keyboard focus. */
import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactElement } from 'react'
import type { TipAnchor } from './deferred/tooltip-layer.tsx'

// Most visits to a screen open no tooltip, so its code waits until a pointer or the focus is at one.
const TooltipLayer = lazy<ComponentType<{ anchors: readonly TipAnchor[] }>>(() =>
  import('./deferred/tooltip-layer.tsx').then(
    (module) => ({ default: module.TooltipLayer }),
    // A tooltip repeats or explains what is on the screen: without it the screen still works.
    () => ({ default: () => null }),
  ),
)

/** Shows the tooltips of the whole document. */
export function Tooltips() {
  const [anchors, setAnchors] = useState<readonly TipAnchor[]>([])

  useEffect(() => {
    let lastId = 0
    const notice = ({ target }: Event) => {
      const element = target instanceof Element && target.closest('.tip')?.firstElementChild
      if (!(element instanceof HTMLElement)) return
      lastId += 1
      const anchor = { id: lastId, element }
      setAnchors((known) =>
        known.some((other) => other.element === element)
          ? known
          : [...known.filter((other) => other.element.isConnected), anchor],
      )
    }
    document.addEventListener('pointerover', notice)
    document.addEventListener('focusin', notice)
    return () => {
      document.removeEventListener('pointerover', notice)
      document.removeEventListener('focusin', notice)
    }
  }, [])

  return (
    anchors.length > 0 && (
      <Suspense fallback={null}>
        <TooltipLayer anchors={anchors} />
      </Suspense>
    )
  )
}

type TipProps = {
  /**
   * The icon's meaning. Its button also has it as `aria-label`, because not everyone sees tooltips.
   */
  text: string
  children: ReactElement
}

export const Tip = ({ text, children }: TipProps) => (
  <span className="tip" data-tip={text}>
    {children}
  </span>
)
