/** Runs a command line: words to result and exit code. */
import { parseArgs } from 'node:util'
import { Refusal } from '#app/lib/errors.ts'
import type { Command, CommandTools, FolderTools, OptionValues } from './command.ts'

type Terminal = {
  /** Standard output: the result and nothing else. */
  out: (text: string) => void
  /** Standard error: messages for people. */
  err: (text: string) => void
}

type OpenTools = CommandTools & {
  close: () => Promise<void>
  /** False after a change was stored and a step that follows its commit failed. */
  isComplete: () => boolean
}

export type CommandLine = {
  commands: readonly Command[]
  terminal: Terminal
  /** Opens everything that commands need; called at most once, on demand. */
  open: () => Promise<OpenTools>
  /** Called by `backup` and `restore`. */
  backups: FolderTools
  /** Message for a failure that the operator can fix; null for a bug. */
  explain: (error: unknown) => string | null
}

/** Exit codes: 0 done, 1 refused or failed, 2 invalid usage. */
export async function runCommandLine(words: readonly string[], line: CommandLine): Promise<number> {
  const { commands, terminal } = line
  const isJson = words.includes('--json')
  const [name = '', ...rest] = words.filter((word) => word !== '--json')
  if (['help', '--help', '-h', ''].includes(name)) return printHelp(line, { name, isJson })

  const command = commands.find((one) => one.name === name)
  const parsed = command ? parseWords(command, rest) : { problem: `Unknown command: ${name}` }
  if (!command || 'problem' in parsed) {
    const { problem } = parsed as { problem: string }
    const usage = command ? `Usage: ${command.usage}` : helpText(commands)
    printError(terminal, { code: 'usage', message: problem, isJson })
    terminal.err(`${usage}\n`)
    return 2
  }

  try {
    const { answer, isComplete } = await runOpen(line, command, parsed.values)
    terminal.out(
      isJson ? `${JSON.stringify(answer.json)}\n` : answer.lines.map((one) => `${one}\n`).join(''),
    )
    if (isComplete) return 0
    printError(terminal, { code: 'incomplete', message: incomplete, isJson })
    return 1
  } catch (error) {
    printError(terminal, { ...describeError(error, line), isJson })
    return 1
  }
}

const incomplete = 'The change was saved, but a step after it failed. See the error above.'

async function runOpen(line: CommandLine, command: Command, values: OptionValues) {
  if ('runOnFolder' in command) {
    return { answer: await command.runOnFolder(line.backups, values), isComplete: true }
  }
  const { close, isComplete, ...tools } = await line.open()
  try {
    return { answer: await command.run(tools, values), isComplete: isComplete() }
  } finally {
    await close()
  }
}

function parseWords(command: Command, words: string[]) {
  try {
    const { positional, options } = command
    const allowPositionals = positional !== undefined
    const parsed = parseArgs({ args: words, options, strict: true, allowPositionals })
    const [given, extra] = parsed.positionals
    if (extra !== undefined) return { problem: `Unexpected argument: ${extra}` }
    const values = allowPositionals ? { ...parsed.values, [positional]: given } : parsed.values
    const missing = command.required.filter((name) => values[name] === undefined)
    if (missing.length === 0) return { values }
    const named = missing.map((name) => (name === positional ? `<${name}>` : `--${name}`))
    return { problem: `Missing: ${named.join(', ')}.` }
  } catch (error) {
    // Node's first sentence names the option; the rest is advice.
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

type CommandError = {
  code: string
  message: string
  errors?: Readonly<Record<string, readonly string[]>>
}

function describeError(error: unknown, { explain }: CommandLine): CommandError {
  if (error instanceof Refusal) {
    const { code, message, details } = error
    return { code, message, ...(details.errors ? { errors: details.errors } : {}) }
  }
  const explained = explain(error)
  if (explained !== null) return { code: 'unavailable', message: explained }
  const stack = error instanceof Error ? error.stack : undefined
  return { code: 'failed', message: stack ?? String(error) }
}

function printError(
  terminal: Terminal,
  { isJson, ...error }: CommandError & { isJson: boolean },
): void {
  terminal.err(`${error.message}\n`)
  if (isJson) terminal.out(`${JSON.stringify({ error })}\n`)
}

function printHelp(
  { commands, terminal }: CommandLine,
  { name, isJson }: { name: string; isJson: boolean },
) {
  const isAsked = name !== ''
  if (isJson && isAsked) {
    const summaries = commands.map(({ name: commandName, summary, usage }) => ({
      name: commandName,
      summary,
      usage,
    }))
    terminal.out(`${JSON.stringify({ commands: summaries })}\n`)
    return 0
  }
  if (isAsked) {
    terminal.out(helpText(commands))
    return 0
  }
  printError(terminal, { code: 'usage', message: 'Missing command.', isJson })
  terminal.err(helpText(commands))
  return 2
}

const helpText = (commands: readonly Command[]) =>
  [
    'Usage: npm run -s cli -- <command> [options] [--json]',
    '',
    ...commands.flatMap(({ summary, usage }) => [`  ${usage}`, `      ${summary}`]),
    '  help',
    '      Show this help',
    '',
    'With --json, prints a single JSON object to standard output.',
    '',
  ].join('\n')
