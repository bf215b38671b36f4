/** Actions behind one button. Without a script it unfolds all the same. */
import { useEffect, useRef, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import { SummaryButton } from './kit/button.tsx'

type MenuProps = {
  label: string
  /** Three dots, for a row of a table. The label is for screen readers. */
  isBrief?: boolean
  children: ReactNode
}

export function Menu({ label, isBrief = false, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const acts = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const close = (event: Event) => {
      const { current } = menu
      if (!current?.open) return
      const isInside = event.target instanceof Node && current.contains(event.target)
      // A dialog that one of the actions opened is inside.
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape' || !isInside || current.querySelector('dialog[open]')) return
        current.querySelector('summary')?.focus()
      } else if (isInside) return
      current.open = false
    }
    // Above everything else, because a panel cuts off what is larger.
    acts.current?.setAttribute('popover', 'manual')
    const move = () => {
      if (menu.current?.open) place(menu.current, acts.current)
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('focusin', close)
    document.addEventListener('keydown', close)
    window.addEventListener('scroll', move, { capture: true, passive: true })
    window.addEventListener('resize', move)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('focusin', close)
      document.removeEventListener('keydown', close)
      window.removeEventListener('scroll', move, { capture: true })
      window.removeEventListener('resize', move)
    }
  }, [])

  return (
    <details
      ref={menu}
      className="menu"
      onToggle={({ currentTarget: { open } }) => {
        if (!acts.current?.hasAttribute('popover')) return
        acts.current.togglePopover(open)
        if (open) place(menu.current, acts.current)
      }}
    >
      {isBrief ? (
        <summary className="icon-button" aria-label={label} />
      ) : (
        <SummaryButton>{label}</SummaryButton>
      )}
      <div
        ref={acts}
        className="menu__acts floating"
        onClick={({ target }) => {
          // A dialog that asks first is inside, so it needs the open menu.
          if (!menu.current || !(target instanceof Element)) return
          if (!target.closest('.menu-entry:not([aria-haspopup])')) return
          menu.current.querySelector('summary')?.focus()
          menu.current.open = false
        }}
      >
        {children}
      </div>
    </details>
  )
}

/** A button of the form around the menu, which it closes. */
export const MenuAct = (props: Omit<ComponentPropsWithoutRef<'button'>, 'className'>) => (
  <button {...props} className="menu-entry" />
)

const gap = 4
const edge = 8

/** Below its button and flush with its end; above where there is no room. */
function place(menu: HTMLElement | null, acts: HTMLElement | null) {
  const opener = menu?.querySelector('summary')?.getBoundingClientRect()
  if (!opener || !acts) return
  const { offsetWidth: width, offsetHeight: height } = acts
  const below = opener.bottom + gap
  const above = opener.top - gap - height
  const isBelow = below + height <= window.innerHeight || above < edge
  acts.style.top = `${String(isBelow ? below : above)}px`
  acts.style.left = `${String(Math.max(edge, Math.min(opener.right, window.innerWidth - edge) - width))}px`
}
