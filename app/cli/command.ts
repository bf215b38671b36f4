/** What a command of the command line is. */
import type { ParseArgsConfig } from 'node:util'
import type { Services } from '#app/services.ts'

/** What a command works with. */
export type CommandTools = {
  services: Services
  /** How many migrations the database lacks; above 0 only while an older product runs on it. */
  countPendingMigrations: () => Promise<number>
}

export type CommandOptions = NonNullable<ParseArgsConfig['options']>

/** As node:util parses them; an absent option is absent here too. */
export type OptionValues = Readonly<Record<string, unknown>>

/** What a person reads, and what a program reads with --json. */
export type CommandAnswer = { lines: string[]; json: Record<string, unknown> }

export type Command = {
  name: string
  /** One line for the help. */
  summary: string
  /** How it is called, without the program's own name. */
  usage: string
  options: CommandOptions
  required: readonly string[]
  /** @throws Refusal for an expected no */
  run: (tools: CommandTools, values: OptionValues) => Promise<CommandAnswer>
}
