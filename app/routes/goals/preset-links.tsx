import { Link } from '@remix-run/react'
import { presets } from '#app/domain/goals/goal-words.ts'

/** Goals that most shops have, filled in. */
export const PresetLinks = ({ isStart = false }: { isStart?: boolean }) => (
  <ul className={isStart ? 'presets presets--start' : 'presets'}>
    {Object.entries(presets).map(([preset, { label }]) => (
      <li key={preset}>
        <Link className="presets__entry" to={`/goals/new?preset=${preset}`}>
          {label}
        </Link>
      </li>
    ))}
  </ul>
)
