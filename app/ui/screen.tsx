import { useLocation, useNavigationType } from '@remix-run/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useHost, type ScreenAction } from '#app/browser/host.ts'
import { Button } from './kit/button.tsx'

type ScreenProps = {
  title: string
  lead?: ReactNode
  action?: ScreenAction | undefined
  children: ReactNode
}

/**
 * A screen's heading and content. One per page, because it contains the `h1`. Where an admin shows
 * the title, the heading is only for screen readers.
 */
export function Screen({ title, lead, action, children }: ScreenProps) {
  const { admin } = useHost()
  const heading = useRef<HTMLHeadingElement>(null)
  const announced = useRef<string | null>(null)
  const navigation: string = useNavigationType()
  const { hash } = useLocation()

  // Screen readers only notice client-side navigation when the focus moves: to the part that the URL
  // names, otherwise to the heading.
  useEffect(() => {
    if (announced.current === title) return
    const isPageLoad = announced.current === null && navigation === 'POP'
    announced.current = title
    if (isPageLoad) return
    const part = document.getElementById(hash.slice(1))
    const target = part?.hasAttribute('tabindex') ? part : heading.current
    // A part without focus was scrolled to all the same.
    target?.focus({ preventScroll: part !== null && target !== part })
  }, [title, navigation, hash])

  return (
    <>
      <div className="screen-head row between">
        {admin && <admin.Title title={title} {...(action ? { action } : {})} />}
        <h1
          ref={heading}
          className={admin ? 'visually-hidden' : 'screen-head__title break-anywhere'}
          tabIndex={-1}
        >
          {title}
        </h1>
        {!admin && action && (
          <div>
            {'to' in action ? (
              <Button url={action.to} variant="primary">
                {action.label}
              </Button>
            ) : (
              <Button variant="primary" loading={action.isBusy} onClick={action.onAct}>
                {action.label}
              </Button>
            )}
          </div>
        )}
        {lead && <p className="basis-full muted prose">{lead}</p>}
      </div>
      {children}
    </>
  )
}
