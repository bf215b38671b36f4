/** Printed once the demo exists. */
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
}

export function demoMessage({ login, appUrl, adminUrl, wixUrl, panelUrl }: DemoAddresses): string {
  const lines = [
    'Demo',
    `  Email       ${login.email}`,
    `  Password    ${login.password}`,
    `  Demo shop   ${appUrl}/demo`,
    ...(adminUrl === null ? [] : [`  Demo admin  ${adminUrl}`]),
    ...(wixUrl === null ? [] : [`  Demo Wix    ${wixUrl}`]),
    ...(panelUrl === null ? [] : [`  BigCommerce ${panelUrl}`]),
    '',
    '',
  ]
  return lines.join('\n')
}
