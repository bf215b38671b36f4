/** Definition of a command. */
import type { ParseArgsConfig } from 'node:util'
import type { Services } from '#app/services.ts'

/** The parts that a command works with. */
export type CommandTools = {
  services: Services
  /**
   * Number of pending migrations; above 0 only while an older version of the product is running.
   */
  countPendingMigrations: () => Promise<number>
}

type CommandOptions = NonNullable<ParseArgsConfig['options']>

/** As parsed by node:util; omitted options are absent. */
export type OptionValues = Readonly<Record<string, unknown>>

/** The result as text, and as JSON with --json. */
export type CommandAnswer = { lines: string[]; json: Record<string, unknown> }

export type Command = {
  name: string
  /** One line for the help. */
  summary: string
  /** Usage, without the program's name. */
  usage: string
  options: CommandOptions
  required: readonly string[]
  /** @throws Refusal when it is refused */
  run: (tools: CommandTools, values: OptionValues) => Promise<CommandAnswer>
}
