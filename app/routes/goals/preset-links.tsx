import { Link } from '@remix-run/react'
import { presets } from '#app/domain/goals/goal-words.ts'

/** Links to new goals with preset values. */
export const PresetLinks = ({ isStart = false }: { isStart?: boolean }) => (
  <ul className={`row gap-8 plain-list presets${isStart ? '' : ' presets--center mt-12'}`}>
    {Object.entries(presets).map(([preset, { label }]) => (
      <li key={preset}>
        <Link className="chips__chip" to={`/goals/new?preset=${preset}`}>
          {label}
        </Link>
      </li>
    ))}
  </ul>
)
