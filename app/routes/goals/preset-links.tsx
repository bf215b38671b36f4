import { Link } from '@remix-run/react'
import { presets } from '#app/domain/goals/goal-words.ts'

/** Links to new goals with preset values. */
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
