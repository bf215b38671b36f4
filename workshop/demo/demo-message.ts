/** Printed once the demo exists. */
import { samplePeople, type SampleLogins, type SamplePerson } from '../sample/sample-logins.ts'
import type { DemoLogin } from './login-file.ts'

export type DemoAddresses = {
  login: DemoLogin
  appUrl: string
  /** Null: there is no demo admin. */
  adminUrl: string | null
  /** Null: there is no demo of Wix. */
  wixUrl: string | null
  /** Null: there is no control panel of BigCommerce. */
  panelUrl: string | null
  /** Null: there is no sample shop. */
  sample: SampleLogins | null
}

export function demoMessage({
  login,
  appUrl,
  adminUrl,
  wixUrl,
  panelUrl,
  sample,
}: DemoAddresses): string {
  const lines = [
    'Demo',
    `  Email       ${login.email}`,
    `  Password    ${login.password}`,
    `  Demo shop   ${appUrl}/demo`,
    ...(adminUrl === null ? [] : [`  Demo admin  ${adminUrl}`]),
    ...(wixUrl === null ? [] : [`  Demo Wix    ${wixUrl}`]),
    ...(panelUrl === null ? [] : [`  BigCommerce ${panelUrl}`]),
    ...(sample === null ? [] : ['', ...sampleLines(sample, appUrl)]),
    '',
    '',
  ]
  return lines.join('\n')
}

/** Each login in one line. The rest is in the page of doors. */
const sampleLines = (sample: SampleLogins, appUrl: string): string[] => [
  'Sample shop, with 90 days of simulated data (complete after a minute)',
  ...(['merchant', 'colleague', 'staff'] as const).map(
    (person) => `  ${labels[person].padEnd(11)} ${samplePeople[person].email}  ${sample[person]}`,
  ),
  `  All doors   ${appUrl}/demo/doors`,
]

const labels: Record<SamplePerson, string> = {
  merchant: 'Merchant',
  colleague: 'Colleague',
  staff: 'Staff',
}
