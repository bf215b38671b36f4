/**
 * Placeholder for the next screen. A fast screen simply replaces the current one. A slow one shows
 * its outline first, so that a click never seems to have no effect.
 */
import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useState, type ReactNode } from 'react'
import { Panel } from '#app/ui/panel.tsx'
import { pendingPath, skeletonKindOf, type SkeletonKind } from './skeleton-kind.ts'

/** A third of a second isn't perceived as waiting, and an outline would only flicker. */
const lateMillis = 300

export function SkeletonScreen({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const coming = pendingPath(useNavigation(), pathname)
  const isLate = useIsLate(coming)
  const kind = isLate && coming !== null ? skeletonKindOf(coming) : null

  return (
    <>
      <div aria-live="polite" className="visually-hidden">
        {kind && 'Loading…'}
      </div>
      {kind && <Outline kind={kind} />}
      {/* Kept mounted, so input is still there if the person goes back. */}
      <div hidden={kind !== null}>{children}</div>
    </>
  )
}

function useIsLate(coming: string | null): boolean {
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    if (coming === null) return
    const timer = setTimeout(() => {
      setLate(coming)
    }, lateMillis)
    return () => {
      clearTimeout(timer)
      setLate(null)
    }
  }, [coming])
  return late !== null && late === coming
}

const Outline = ({ kind }: { kind: SkeletonKind }) => (
  <div className="late" aria-hidden>
    <div className="screen-head row between">
      <div className="screen-head__title">
        <span className="late__bar" />
      </div>
      <p className="basis-full muted prose">
        <span className="late__bar" />
      </p>
    </div>
    <div className="stack gap-16">
      {kind === 'table' ? <Card lines={8} /> : <Card lines={4} />}
      {kind !== 'table' && <Card lines={kind === 'editor' ? 8 : 3} />}
    </div>
  </div>
)

const Card = ({ lines }: { lines: number }) => (
  <Panel>
    <div className="stack gap-20">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="late__bar" />
      ))}
    </div>
  </Panel>
)
