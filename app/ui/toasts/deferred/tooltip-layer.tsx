/** The tooltips of elements that a pointer or the focus has been at. */
import * as Tooltip from '@radix-ui/react-tooltip'
import {
  forwardRef,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
  type ComponentPropsWithoutRef,
} from 'react'
import tooltipCss from './tooltip.css?url'

/** Long enough that a pointer in passing opens nothing. */
export const tooltipDelayMillis = 700
/** After one tooltip, the next one opens immediately within this time. */
export const tooltipSkipMillis = 300

export type TipAnchor = { id: number; element: HTMLElement }

export function TooltipLayer({ anchors }: { anchors: readonly TipAnchor[] }) {
  const [isStyled, setIsStyled] = useState(false)
  const open = () => {
    setIsStyled(true)
  }
  return (
    <Tooltip.Provider delayDuration={tooltipDelayMillis} skipDelayDuration={tooltipSkipMillis}>
      {/* Named only here, so no screen counts or loads it before. */}
      <link rel="stylesheet" href={tooltipCss} onLoad={open} onError={open} />
      {isStyled &&
        anchors.map(({ id, element }) => (
          <Tooltip.Root key={id}>
            <Tooltip.Trigger asChild>
              <Anchor element={element} />
            </Tooltip.Trigger>
            <Tooltip.Portal>
              <Tooltip.Content
                className="tooltip"
                side="bottom"
                sideOffset={6}
                collisionPadding={8}
              >
                <Text of={element} />
              </Tooltip.Content>
            </Tooltip.Portal>
          </Tooltip.Root>
        ))}
    </Tooltip.Provider>
  )
}

/** Read each time that it opens: what a button does may have changed since. */
const Text = ({ of }: { of: HTMLElement }) => <>{of.closest<HTMLElement>('.tip')?.dataset.tip}</>

type AnchorProps = ComponentPropsWithoutRef<typeof Tooltip.Trigger> & { element: HTMLElement }

/** Makes an element that is already in the document the trigger of a tooltip. */
const Anchor = forwardRef<HTMLElement, AnchorProps>(function Anchor({ element, ...trigger }, ref) {
  useImperativeHandle(ref, () => element, [element])

  useEffect(() => {
    const listeners = Object.entries(listenersOf(trigger))
    for (const [name, listener] of listeners) element.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of listeners) element.removeEventListener(name, listener)
    }
  })

  // The event that led here was before the listeners.
  useEffect(() => {
    if (element.querySelector(':focus-visible') ?? element.matches(':focus-visible')) {
      element.dispatchEvent(new FocusEvent('focusin'))
    } else if (element.matches(':hover')) {
      element.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }))
    }
  }, [element])

  const description = trigger['aria-describedby']
  useLayoutEffect(() => {
    if (description === undefined) return
    element.setAttribute('aria-describedby', description)
    return () => {
      element.removeAttribute('aria-describedby')
    }
  }, [element, description])

  return null
})

/** Radix reads nothing of an event that only React's events have. */
const listenersOf = (trigger: Omit<AnchorProps, 'element'>) =>
  ({
    pointermove: trigger.onPointerMove,
    pointerleave: trigger.onPointerLeave,
    pointerdown: trigger.onPointerDown,
    // These two bubble, as React's do: the focus may be inside.
    focusin: trigger.onFocus,
    focusout: trigger.onBlur,
    click: trigger.onClick,
  }) as unknown as Record<string, EventListener>
