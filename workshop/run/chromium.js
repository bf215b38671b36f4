/** Finds or installs a Chromium for the browser tests, and sets CHROMIUM_PATH. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { installPackage } from './debian.js'
import { root, run, StepFailed } from './steps.js'

/** Prefers the headless shell, which renders a page in half the time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

const playwright = 'node_modules/playwright/cli.js'

/**
 * Uses CHROMIUM_PATH, otherwise Playwright's own (which it finds itself), otherwise one on the
 * path, otherwise installs one.
 *
 * @throws StepFailed when none can be had
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return
    throw new StepFailed(`CHROMIUM_PATH names ${named}, which does not exist.`)
  }
  if (playwrightHasOne()) return

  if (!onPath()) await installPackage('chromium-headless-shell')
  const found = onPath()
  if (found) process.env.CHROMIUM_PATH = found
  else await download()
}

/** Playwright marks completed downloads with a file. */
function playwrightHasOne() {
  const asked = [playwright, 'install', '--dry-run', 'chromium-headless-shell']
  const { stdout } = spawnSync(process.execPath, asked, { cwd: root, encoding: 'utf8' })
  const folder = /Install location:\s*(\S.*)/.exec(stdout)
  return Boolean(folder?.[1] && existsSync(path.join(folder[1].trim(), 'INSTALLATION_COMPLETE')))
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return files.find(isExecutable)
}

async function download() {
  process.stderr.write('Downloading Chromium with Playwright …\n')
  const libraries = process.getuid?.() === 0 ? ['--with-deps'] : []
  await run(process.execPath, [playwright, 'install', ...libraries, 'chromium-headless-shell'])
  if (playwrightHasOne()) return

  throw new StepFailed(
    'The browser tests need a Chromium. Install one (Debian, as root: apt-get install chromium-headless-shell) or name one with CHROMIUM_PATH.',
  )
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
