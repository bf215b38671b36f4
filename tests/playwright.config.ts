import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from 'playwright/test'

const inRoot = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const chromium = process.env.CHROMIUM_PATH

export default defineConfig({
  globalSetup: './support/browser-setup.ts',
  outputDir: inRoot('test-results'),
  reporter: [['list'], ['json', { outputFile: inRoot('.cache/playwright.json') }]],
  // A small machine has two cores.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 300_000,
  // Long enough for a busy machine. Only things that never happen take that long.
  expect: { timeout: 60_000 },
  use: {
    browserName: 'chromium',
    // Without it, an action on a missing field waits until the whole test times out.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
    // Recording takes a quarter of the time. Run a failed test again with `--trace on`.
    trace: 'off',
  },
  projects: [
    { name: 'pixel', testDir: 'pixel' },
    { name: 'extensions', testDir: 'extensions', testMatch: '*.spec.ts' },
    // Headless Chromium identifies as a bot, and bots aren't counted.
    { name: 'e2e', testDir: 'e2e', use: { userAgent: devices['Desktop Chrome'].userAgent } },
  ],
})
