import { Link } from '@remix-run/react'
import { Banner } from '@shopify/polaris'
import type { HomeProblem } from '#app/domain/stats/home-problems.ts'

/** Nothing when all is well. */
export const ProblemList = ({ problems }: { problems: readonly HomeProblem[] }) =>
  problems.map(({ sentence, to, action }) => (
    <Banner key={sentence} tone="warning">
      <p>
        {sentence}{' '}
        <Link className="text-link" to={to}>
          {action}
        </Link>
      </p>
    </Banner>
  ))
