/** Backs up the embedded database into a file, and restores it. */
import { z } from 'zod'
import type { Command } from './command.ts'
import { parseOptions } from './options.ts'

const backupInput = z.object({ file: z.string().min(1, 'Enter a file.') })

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Back up the embedded database into a file, also while the product is running',
  usage: 'backup <file>',
  options: {},
  required: ['file'],
  positional: 'file',

  async runOnFolder({ backUp }, values) {
    const { file, bytes, createdAt } = await backUp(parseOptions(backupInput, values).file)
    return {
      lines: [
        `Backed up: ${file} (${(bytes / 1_000_000).toFixed(1)} MB), as of ${createdAt}.`,
        'Keep it as secret as the data folder.',
      ],
      json: { file, bytes, createdAt },
    }
  },
}

const restoreInput = backupInput.extend({ replace: z.boolean().default(false) })

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restore the embedded database from a backup. Stop the product first',
  usage: 'restore <file> [--replace]',
  options: { replace: { type: 'boolean' } },
  required: ['file'],
  positional: 'file',

  async runOnFolder({ restore }, values) {
    const { file, replace } = parseOptions(restoreInput, values)
    const { createdAt, folder, previous, erased } = await restore(file, replace)
    return {
      lines: [
        `Restored into ${folder}, as of ${createdAt}.`,
        ...(previous === null ? [] : [`The data from before is in ${previous}.`]),
        ...(erased === 0 ? [] : [`Erased again: ${String(erased)}.`]),
      ],
      json: { folder, createdAt, previous, erased },
    }
  },
}
