/** A button that opens a panel: the account menu, and the navigation on narrow screens. */
import { useLocation } from '@remix-run/react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Tip } from '#app/ui/toasts/tooltip.tsx'

type DisclosureProps = {
  className: string
  /** Content of the button. */
  button: ReactNode
  /** Label of an icon-only button, also shown as its tooltip. */
  label?: string
  /** Accessible name, if it differs from the tooltip. */
  spokenLabel?: string
  onOpen?: () => void
  children: ReactNode
}

export function Disclosure(props: DisclosureProps) {
  const { className, button, label, spokenLabel = label, onOpen, children } = props
  const [isOpen, setIsOpen] = useState(false)
  const panelId = useId()
  const whole = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()

  useEffect(() => {
    setIsOpen(false)
  }, [key])

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node) || !whole.current?.contains(target)) setIsOpen(false)
    }
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setIsOpen(false)
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [isOpen])

  const openerButton = (
    <button
      ref={opener}
      type="button"
      className={`menu-entry shell-${label === undefined ? 'opener' : 'icon'}`}
      aria-expanded={isOpen}
      aria-controls={panelId}
      aria-label={spokenLabel}
      onClick={() => {
        setIsOpen(!isOpen)
        if (!isOpen) onOpen?.()
      }}
    >
      {button}
    </button>
  )

  return (
    <div ref={whole} className={className}>
      {label === undefined ? openerButton : <Tip text={label}>{openerButton}</Tip>}
      <div id={panelId} className="shell-panel" hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}
