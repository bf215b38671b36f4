/** The question that setup begins with. Its answer leads to the pixel and to the orders. */
import { Link, useSearchParams } from '@remix-run/react'
import type { ReactNode } from 'react'
import { markOf } from '#app/presenters/integrations/service-marks.ts'
import type { ShopQuestion as Question } from '#app/presenters/onboarding/shop-question.server.ts'
import type { ShopChoice } from '#app/presenters/onboarding/setup-shops.ts'
import { useNamedSystems } from '#app/platforms/other-systems.ts'
import { ServiceMark } from '#app/ui/marks/service-mark.tsx'

/** Links, so that the answer works without a script and a reload keeps it. */
export function ShopQuestion({ question }: { question: Question }) {
  const { shops, chosen, found } = question
  const isNamed = useNamedSystems()
  return (
    <nav className="stack gap-12" aria-labelledby="shop-question">
      <h2 id="shop-question" className="step__heading">
        Which shop do you use?
      </h2>
      {found !== null && isNamed(found) && (
        <p className="step__text">It looks like {found}, by your home page.</p>
      )}
      <ul className="shop-question__answers plain-list">
        {shops
          .filter(({ service }) => isNamed(service))
          .map(({ name, service }) => (
            <Answer key={name} name={name} chosen={chosen}>
              <ServiceMark mark={markOf(name)} />
              {service}
            </Answer>
          ))}
        <Answer name="other" chosen={chosen}>
          Another one, or none
        </Answer>
      </ul>
    </nav>
  )
}

type AnswerProps = {
  name: ShopChoice
  chosen: ShopChoice | null
  children: ReactNode
}

function Answer({ name, chosen, children }: AnswerProps) {
  const [query] = useSearchParams()
  const to = new URLSearchParams(query)
  to.set('shop', name)
  return (
    <li>
      <Link
        className="choice-card shop-question__answer"
        to={`?${to.toString()}`}
        replace
        preventScrollReset
        {...(name === chosen ? { 'aria-current': 'true' as const } : {})}
      >
        {children}
      </Link>
    </li>
  )
}
