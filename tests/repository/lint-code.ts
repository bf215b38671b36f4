/** Runs the linter with the settings of this repository on code that isn't in it. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '../..')

/** `file` decides which settings hold, as for a file of this path. */
export type Example = { file: string; code: string }

const reportShape = z.object({
  diagnostics: z.array(
    z.object({ code: z.string().optional(), message: z.string(), filename: z.string() }),
  ),
})

/**
 * Lints all examples in one run, which reads the compiler's libraries once.
 *
 * @returns for each example what was found, as `rule: message`
 */
export async function lintCode(examples: readonly Example[]): Promise<string[][]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lint-'))
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
    const settings = JSON.stringify(path.join(root, 'oxlint.config.js'))
    writeFileSync(path.join(folder, 'oxlint.config.js'), `export { default } from ${settings}\n`)
    const parent = path.join(root, 'tsconfig.json')
    writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: parent,
        compilerOptions: { incremental: false },
        include: ['**/*'],
      }),
    )
    const names = examples.map(({ file, code }, index) => {
      const name = path.join(path.dirname(file), `${index}-${path.basename(file)}`)
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
      writeFileSync(path.join(folder, name), code)
      return name
    })
    const { diagnostics } = reportShape.parse(JSON.parse(await runLinter(folder)))
    return names.map((name) =>
      diagnostics
        .filter(({ filename }) => filename === name)
        .map(({ code = '', message }) => `${code}: ${message}`),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function runLinter(folder: string): Promise<string> {
  const bin = path.join(root, 'node_modules/oxlint/bin/oxlint')
  const args = [bin, '-c', 'oxlint.config.js', '--format', 'json', '.']
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }, (error, out, err) => {
      // Findings end it with 1 as well.
      if (out.startsWith('{')) resolve(out)
      else reject(new Error(`The linter reported nothing: ${out}${err}`, { cause: error }))
    })
  })
}
