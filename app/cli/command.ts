/** Definition of a command. */
import type { ParseArgsConfig } from 'node:util'
import type { Services } from '#app/services.ts'

/** A backup that was written, and the moment of its state in ISO 8601. */
type Backup = { file: string; bytes: number; createdAt: string }

/** A copy into PostgreSQL, and the data folder that it was made of. */
type Move = { folder: string; tables: number; rows: number; jobs: number }

/** The parts that a command works with. */
export type CommandTools = {
  services: Services
  /**
   * Number of pending migrations; above 0 only while an older version of the product is running.
   */
  countPendingMigrations: () => Promise<number>
  /** Connects to NATS, for the log of events there. @throws ConfigError when it can't be used */
  connectNats?: () => Promise<{
    openLog: NonNullable<Services['natsLog']>
    close: () => Promise<void>
  }>
}

/** For commands on the data folder. Nothing is opened before they run. */
export type FolderTools = {
  /**
   * Backs up the embedded database, also while the product runs.
   *
   * @throws Refusal on PostgreSQL, without a database, when the file exists, and while another backup runs
   */
  backUp: (file: string) => Promise<Backup>
  /**
   * Restores the embedded database, opens it and erases again what was erased since the backup.
   *
   * @throws Refusal when the backup can't be used, the folder holds data or the product runs
   */
  restore: (
    file: string,
    replaces: boolean,
  ) => Promise<{ createdAt: string; folder: string; previous: string | null; erased: number }>
  /**
   * Copies the embedded database into the one of DATABASE_URL.
   *
   * @throws Refusal without either of them, when the second holds accounts, and while the product runs
   */
  moveToPostgres: () => Promise<Move>
}

type CommandOptions = NonNullable<ParseArgsConfig['options']>

/** As parsed by node:util; omitted options are absent. */
export type OptionValues = Readonly<Record<string, unknown>>

/** The result as text, and as JSON with --json. */
export type CommandAnswer = { lines: string[]; json: Record<string, unknown> }

type CommandFacts = {
  name: string
  /** One line for the help. */
  summary: string
  /** Usage, without the program's name. */
  usage: string
  options: CommandOptions
  required: readonly string[]
  /** Name of the value that is given without an option. */
  positional?: string
}

/** Each throws Refusal when it is refused. */
export type Command = CommandFacts &
  (
    | { run: (tools: CommandTools, values: OptionValues) => Promise<CommandAnswer> }
    | { runOnFolder: (tools: FolderTools, values: OptionValues) => Promise<CommandAnswer> }
  )
