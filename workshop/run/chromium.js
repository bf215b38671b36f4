/** Finds or installs a Chromium for the browser tests, and sets CHROMIUM_PATH. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { installDebianPackage, programOnPath } from './debian-package.js'
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

  const found = onPath() ?? (await installed())
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

const onPath = () => programOnPath(...names)

/** On Debian, as root, the distribution's package includes all libraries that it needs. */
async function installed() {
  await installDebianPackage('chromium-headless-shell')
  return onPath()
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
