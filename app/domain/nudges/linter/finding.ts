/** A finding of the claim linter, which checks nudges before visitors see them. */
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'

/**
 * - `block`: it would claim something wrong, or something that no one can check. Can't be
 *   published.
 * - `advise`: it may mislead, or show less than the owner thinks.
 */
type Level = 'block' | 'advise'

/** Path of a setting, as in errors about settings. A section without a field means all of it. */
type SettingPath = keyof NudgeSettings | `${keyof NudgeSettings}.${string}`

export type Finding = {
  level: Level
  /** The setting it is about. */
  path: SettingPath
  /** For the owner: what's wrong and how to fix it. */
  sentence: string
  /** The offending words as they were typed. Absent: it isn't about single words. */
  words?: readonly string[]
}
