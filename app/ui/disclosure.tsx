/** A button that opens a panel: the account menu, and the navigation on narrow screens. */
import { useLocation } from '@remix-run/react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

type DisclosureProps = {
  className: string
  /** Content of the button. */
  button: ReactNode
  /** Says what opens, where the content does not. */
  label?: string
  children: ReactNode
}

export function Disclosure({ className, button, label, children }: DisclosureProps) {
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

  return (
    <div ref={whole} className={className}>
      <button
        ref={opener}
        type="button"
        className={`${className}__opener`}
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-label={label}
        onClick={() => {
          setIsOpen(!isOpen)
        }}
      >
        {button}
      </button>
      <div id={panelId} className={`${className}__panel`} hidden={!isOpen}>
        {children}
      </div>
    </div>
  )
}
